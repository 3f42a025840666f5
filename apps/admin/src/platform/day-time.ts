const full = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Shanghai' });

/** A time of the server as the site's clock, China's, has it: 「2026年11月21日 18:35」. */
export function dayTime(time: string) {
  return full.format(new Date(time));
}

/** As short as can be, the year only when it is another: `11-21 18:35`. */
export function shortTime(time: string) {
  return withoutThisYear(inChina(Date.parse(time)).slice(0, 16));
}

/** As `shortTime`, to the second. */
export function exactTime(time: string) {
  return withoutThisYear(inChina(Date.parse(time)));
}

const eightHours = 8 * 3_600_000;

/** `2026-11-21 18:35:08` */
function inChina(moment: number) {
  return new Date(moment + eightHours).toISOString().slice(0, 19).replace('T', ' ');
}

function withoutThisYear(words: string) {
  return words.startsWith(inChina(Date.now()).slice(0, 5)) ? words.slice(5) : words;
}
