import { dayLength } from '@mojian/contract/platform/time';
import { numeral, yearNumeral } from '../../content/archive/numerals.ts';

type DayWords = { large: string; small: string };

/** Formats a day for the margin: 今日 十一月二十, 昨日 十一月十九, 十七 十一月, 三十 二〇二五年八月. */
export function dayWords(day: string, today: string): DayWords {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const monthName = `${numeral(month)}月`;
  const near = nearDays[daysBetween(day, today)];
  if (near) return { large: near, small: monthName + numeral(date) };
  const isThisYear = year === Number(today.slice(0, 4));
  return { large: numeral(date), small: isThisYear ? monthName : `${yearNumeral(year)}年${monthName}` };
}

const nearDays = ['今日', '昨日'];

function daysBetween(day: string, today: string) {
  return Math.round((Date.parse(today) - Date.parse(day)) / dayLength);
}
