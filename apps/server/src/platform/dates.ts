import { chinaOffset, dayNumber } from '@mojian/contract/platform/time';

const calendarLength = 53 * 7;

/** First day number of a calendar of 53 weeks that ends today. */
export function calendarStart(now: number) {
  return dayNumber(now) - calendarLength + 1;
}

/** Year (1–9999) and month (1–12) of a moment in China. */
export function chinaMonth(time: number) {
  const date = new Date(time + chinaOffset);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}

/** Moment at which a month (13: the next January) begins in China. */
export function chinaMonthStart(year: number, month: number) {
  // Date.UTC takes the years 0–99 for 1900–1999.
  return new Date(0).setUTCFullYear(year, month - 1, 1) - chinaOffset;
}

/** Formats a moment as `2026-05-01 08:00` in China. */
export function chinaTime(time: number) {
  return new Date(time + chinaOffset).toISOString().slice(0, 16).replace('T', ' ');
}

/** Formats a database time as ISO 8601 in UTC, as replies carry it. */
export function isoTime(milliseconds: number) {
  return new Date(milliseconds).toISOString();
}
