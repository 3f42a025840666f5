/** The site's days are days in China: UTC+8 all year round. */
export const chinaOffset = 8 * 3_600_000;
export const dayLength = 86_400_000;

/** The number of the Chinese day a moment belongs to; 0 is 1 January 1970. */
export function dayNumber(time: number) {
  return Math.floor((time + chinaOffset) / dayLength);
}

/** `YYYY-MM-DD` of a day's number. */
export function dayName(number: number) {
  return new Date(number * dayLength).toISOString().slice(0, 10);
}

/** `YYYY-MM-DD` in China at this moment. */
export function chinaDay(time: number) {
  return dayName(dayNumber(time));
}

const calendarLength = 53 * 7;

/** The number of the first day on a calendar of 53 weeks that ends today. */
export function calendarStart(now: number) {
  return dayNumber(now) - calendarLength + 1;
}

/** The year (1–9999) and month (1–12) in China at this moment. */
export function chinaMonth(time: number) {
  const date = new Date(time + chinaOffset);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}

/** The moment a year begins in China. */
export function chinaYearStart(year: number) {
  // Date.UTC takes the years 0–99 for 1900–1999.
  return new Date(0).setUTCFullYear(year, 0, 1) - chinaOffset;
}

/** A moment as it was in China: `2026-05-01 08:00`. */
export function chinaTime(time: number) {
  return new Date(time + chinaOffset).toISOString().slice(0, 16).replace('T', ' ');
}

/** A time of the database as replies carry it: ISO 8601 in UTC. */
export function isoTime(milliseconds: number) {
  return new Date(milliseconds).toISOString();
}
