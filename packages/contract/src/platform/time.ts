/** Days as the site counts them, for server, pages and packages, in a module without zod. */

/** Milliseconds. */
export const minuteLength = 60_000;
export const hourLength = 60 * minuteLength;
export const dayLength = 24 * hourLength;
export const yearLength = 365 * dayLength;

/** UTC+8: the site's days are days in China all year round. */
export const chinaOffset = 8 * hourLength;

/** Number of the Chinese day of a moment; 0 is 1 January 1970. */
export function dayNumber(time: number) {
  return Math.floor((time + chinaOffset) / dayLength);
}

/** Milliseconds until the Chinese day of a moment ends. */
export function leftOfDay(time: number) {
  return (dayNumber(time) + 1) * dayLength - chinaOffset - time;
}

/** Formats a day number as `YYYY-MM-DD`. */
export function dayName(number: number) {
  return new Date(number * dayLength).toISOString().slice(0, 10);
}

/** Formats a moment as `YYYY-MM-DD` in China. */
export function chinaDay(time: number) {
  return dayName(dayNumber(time));
}
