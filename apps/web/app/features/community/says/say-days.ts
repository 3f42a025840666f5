import type { Say } from '@mojian/contract/community/says';
import { chineseNumber, solarDay } from '@mojian/contract/platform/chinese-calendar';
import { dayInChina } from '../../../ui/moment.tsx';

type SayDay = { day: string; says: Say[] };
export type SayMonth = { month: string; days: SayDay[] };

/** Says in their order by the months and days of China: a day is one sheet. */
export function byMonth(says: Say[]): SayMonth[] {
  const months: SayMonth[] = [];
  for (const say of says) {
    const day = dayInChina(say.createdAt);
    const month = day.slice(0, 7);
    if (months.at(-1)?.month !== month) months.push({ month, days: [] });
    const days = months.at(-1)?.days ?? [];
    if (days.at(-1)?.day !== day) days.push({ day, says: [] });
    days.at(-1)?.says.push(say);
  }
  return months;
}

/** 三日, 十七, 廿七, 卅一 */
export function dayName(day: string) {
  const number = Number(day.slice(8));
  if (number <= 10) return `${chineseNumber(number)}日`;
  if (number < 20 || number % 10 === 0) return chineseNumber(number);
  return `${number > 30 ? '卅' : '廿'}${chineseNumber(number % 10)}`;
}

/** The solar term that begins on a day, or its weekday: 小雪, 周五. */
export function dayNote(day: string) {
  const { term, dayOfTerm } = solarDay(day);
  return dayOfTerm === 1 ? term : `周${weekday(day)}`;
}

/** 十一月; with the year where it is not the one the reader is in: 2025 年十二月. */
export function monthName(month: string, thisYear?: string) {
  const [year, number] = month.split('-');
  const name = `${chineseNumber(Number(number))}月`;
  return thisYear === undefined || year === thisYear ? name : `${year} 年${name}`;
}

/** 十一月二十七，星期五 */
export function fullDay(day: string) {
  return `${monthName(day.slice(0, 7))}${chineseNumber(Number(day.slice(8)))}，星期${weekday(day)}`;
}

function weekday(day: string) {
  return '日一二三四五六'[new Date(day).getUTCDay()];
}
