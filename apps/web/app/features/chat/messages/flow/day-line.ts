import { exactTime } from '../../../../ui/times.ts';
import { numeral, yearNumeral } from '../../../content/archive/numerals.ts';

const weekdays = '日一二三四五六';

/** The China day of a moment, `YYYY-MM-DD`. */
export function dayOf(at: string): string {
  return exactTime(at).slice(0, 10);
}

/** The line above what was said on a day: 十一月二十日　星期五, with its year unless it is this one. */
export function dayLine(day: string, today: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const weekday = weekdays[new Date(Date.UTC(year, month - 1, date)).getUTCDay()];
  const ofYear = year === Number(today.slice(0, 4)) ? '' : `${yearNumeral(year)}年`;
  return `${ofYear}${numeral(month)}月${numeral(date)}日　星期${weekday}`;
}
