const hour = 3_600_000;
const day = 24 * hour;

/** 0 Monday to 6 Sunday, in China (UTC+8), where the site's days begin. */
export function weekdayInChina(now: number) {
  // 1 January 1970 was a Thursday
  return (Math.floor((now + 8 * hour) / day) + 3) % 7;
}
