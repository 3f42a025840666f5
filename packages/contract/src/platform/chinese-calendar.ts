import { dayLength } from './time.ts';

const terms = '立春雨水惊蛰春分清明谷雨立夏小满芒种夏至小暑大暑立秋处暑白露秋分寒露霜降立冬小雪大雪冬至小寒大寒';
const stems = '甲乙丙丁戊己庚辛壬癸';
const branches = '子丑寅卯辰巳午未申酉戌亥';

/** 2026 → 丙午. */
export const yearName = (year: number) => `${stems[(year - 4) % 10] ?? ''}${branches[(year - 4) % 12] ?? ''}`;

/** A China day in the words of the old calendar: 2026-11-22 → 丙午年 小雪. The year turns at 立春. */
export function solarTerm(day: string): string {
  const term = termAt(day);
  const year = Number(day.slice(0, 4)) - (term >= 22 ? 1 : 0);
  return `${yearName(year)}年 ${nameOfTerm(term)}`;
}

/** The term of a China day, how many days it has lasted, from 1, and the pentad of the year, from 0 at 立春. */
export function solarDay(day: string) {
  const term = termAt(day);
  let dayOfTerm = 1;
  while (termAt(daysBefore(day, dayOfTerm)) === term) dayOfTerm++;
  return { term: nameOfTerm(term), dayOfTerm, pentad: Math.floor(sunSinceSpring(day) / 5) };
}

const nameOfTerm = (term: number) => terms.slice(term * 2, term * 2 + 2);
const termAt = (day: string) => Math.floor(sunSinceSpring(day) / 15);

/** Degrees the sun has gone since 立春, at the end of a China day. */
function sunSinceSpring(day: string) {
  return (sunLongitude(Date.parse(`${day}T24:00:00+08:00`)) + 45) % 360;
}

const daysBefore = (day: string, count: number) =>
  new Date(Date.parse(day) - count * dayLength).toISOString().slice(0, 10);

/**
 * Degrees, within about 0.01 (a quarter of an hour). Source: Astronomical Almanac, low-precision formula for the Sun.
 */
function sunLongitude(time: number) {
  const days = (time - Date.UTC(2000, 0, 1, 12)) / dayLength;
  const anomaly = ((357.528 + 0.9856003 * days) * Math.PI) / 180;
  const longitude = 280.46 + 0.9856474 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly);
  return ((longitude % 360) + 360) % 360;
}

/** 正月初一 of the first year below. */
const firstDay = Date.parse('2024-02-10') / dayLength;

/**
 * A hexadecimal number for each year from 2024 to 2099. Its three digits in the middle say which months from 正月 on have
 * thirty days and not 29, the last after which month a leap month comes (0: none), the first whether that has thirty days.
 * From the new moons and solar terms in China time. A table, because Intl is a day off where the moon turns near midnight
 * (正月初一 of 2027 and 2030), and its first calendar costs a start 20 ms.
 */
const years = `
  04b60 0a6e6 0a4e0 0d260 0ea65 0d530 05aa0 076a3 096d0 04afb 04ad0 0a4d0 1d0b6 0d250 0d520 0dd45 0b5a0 056d0 055b2 049b0
  0a577 0a4b0 0aa50 1b255 06d20 0ada0 14b63 09370 049f8 04970 064b0 168a6 0ea50 06b20 1a6c4 0aae0 092e0 0d2e3 0c960 0d557
  0d4a0 0da50 05d55 056a0 0a6d0 055d4 052d0 0a9b8 0a950 0b4a0 0b6a6 0ad50 055a0 0aba4 0a5b0 052b0 0b273 06930 07337 06aa0
  0ad50 14b55 04b60 0a570 054e4 0d160 0e968 0d520 0daa0 16aa6 056d0 04ae0 0a9d4 0a4d0 0d150 0f252`;

/** A day of a month that is `length` days long, of the year that began in `year`. */
export type LunarDay = { year: number; month: number; isLeap: boolean; day: number; length: number };

/** Lunar date of a China day; undefined before 2024 and from 2100 on. */
export function lunarDay(day: string): LunarDay | undefined {
  let rest = Date.parse(day) / dayLength - firstDay;
  if (rest < 0) return undefined;
  for (const [index, code] of years.trim().split(/\s+/).entries())
    for (const month of monthsOf(Number.parseInt(code, 16))) {
      if (rest < month.length) return { year: 2024 + index, ...month, day: rest + 1 };
      rest -= month.length;
    }
  return undefined;
}

function monthsOf(year: number) {
  const leap = year & 15;
  return Array.from({ length: 12 }, (_, index) => index + 1).flatMap((month) => {
    const usual = { month, isLeap: false, length: 29 + ((year >> (16 - month)) & 1) };
    return month === leap ? [usual, { month, isLeap: true, length: 29 + (year >> 16) }] : [usual];
  });
}

const months = '正二三四五六七八九十冬腊';

const digits = '十一二三四五六七八九';

/** 1–99: 六, 十九, 二十, 二十三. */
export function chineseNumber(number: number) {
  const [tens, ones] = [Math.floor(number / 10), number % 10];
  return `${tens > 1 ? digits[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 ? digits[ones] : ''}`;
}

/** 初一, 十九, 二十, 廿三, 三十 */
function lunarDayName(day: number) {
  if (day <= 10) return `初${digits[day % 10]}`;
  return day > 20 && day < 30 ? `廿${digits[day - 20]}` : chineseNumber(day);
}

/** 丙午年; empty where the table ends. */
export function lunarYear(day: string) {
  const at = lunarDay(day);
  return at ? `${yearName(at.year)}年` : '';
}

/** Month and day of a China day: 十月十九, 闰六月初一; empty where the table ends. */
export function lunarDate(day: string) {
  const at = lunarDay(day);
  return at ? `${at.isLeap ? '闰' : ''}${months[at.month - 1]}月${lunarDayName(at.day)}` : '';
}
