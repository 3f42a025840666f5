const day = 86_400_000;
const chinaOffset = 8 * 3_600_000;

/**
 * 正月初一 of each year, from the new moons in China time; `*` after a twelfth month of thirty days. A table, because
 * the browsers' own calendar (Intl, `zh-u-ca-chinese`) is a day off where the moon turns near midnight: 2027 and 2030.
 */
const newYears = `2026-02-17 2027-02-06 2028-01-26 2029-02-13 2030-02-03* 2031-01-23 2032-02-11 2033-01-31* 2034-02-19*
2035-02-08* 2036-01-28* 2037-02-15* 2038-02-04* 2039-01-24 2040-02-12 2041-02-01 2042-01-22* 2043-02-10* 2044-01-30*
2045-02-17* 2046-02-06* 2047-01-26* 2048-02-14* 2049-02-02 2050-01-23`;

/** What the day is called from 腊月廿三 to 正月十五, in China time; nothing on other days. */
export function newYearDay(now: number): string | undefined {
  const today = Math.floor((now + chinaOffset) / day);
  const year = new Date(now + chinaOffset).getUTCFullYear();
  const [, date, long] = new RegExp(`(${year}-\\d\\d-\\d\\d)(\\*?)`).exec(newYears) ?? [];
  if (!date) return undefined;

  const after = today - Date.parse(date) / day;
  const lastOfTwelfth = long ? 30 : 29;
  if (after >= 0) return after < 15 ? nameOfFirst(after + 1) : undefined;
  if (after === -1) return '除夕';
  const twelfth = lastOfTwelfth + 1 + after;
  if (twelfth < 23) return undefined;
  return twelfth < 25 ? '小年' : `腊月${numeral(twelfth)}`;
}

function nameOfFirst(date: number) {
  if (date === 1) return '春节';
  return date === 15 ? '元宵' : `正月${numeral(date)}`;
}

/** 初一 … 初十, 十一 … 廿九. */
function numeral(date: number) {
  if (date % 10 === 0) return ['初十', '二十', '三十'][date / 10 - 1];
  return '初十廿'.charAt(Math.floor(date / 10)) + '一二三四五六七八九'.charAt((date % 10) - 1);
}
