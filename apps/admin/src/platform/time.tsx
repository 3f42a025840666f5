const full = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Shanghai' });

/** `2026年11月21日 18:35` in China's time. */
export function dayTime(time: string) {
  return full.format(new Date(time));
}

/** `11-21 18:35`; the year is added when it is not the present one. */
export function shortTime(time: string) {
  return withoutThisYear(inChina(Date.parse(time)).slice(0, 16));
}

/** `11-21 18:35:08` */
export function timeWithSeconds(time: string) {
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

/** Shows a time shortly, in full as its title; a dash for null. */
export function ShortTime({ time }: { time: string | null }) {
  if (time === null) return <span>—</span>;
  return (
    <time dateTime={time} title={dayTime(time)}>
      {shortTime(time)}
    </time>
  );
}

/** `12 毫秒`, `3.4 秒`, `2 分 5 秒` */
export function durationText(milliseconds: number) {
  if (milliseconds < 1000) return `${milliseconds} 毫秒`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} 秒`;
  return `${Math.floor(seconds / 60)} 分 ${Math.round(seconds % 60)} 秒`;
}

/** `每 10 秒`, `每小时`, `每天` */
export function intervalText(seconds: number) {
  const units = [
    [86_400, '天'],
    [3600, '小时'],
    [60, '分钟'],
    [1, '秒'],
  ] as const;
  const [length, unit] = units.find(([length]) => seconds % length === 0) ?? [1, '秒'];
  const count = seconds / length;
  return count === 1 ? `每${unit}` : `每 ${count} ${unit}`;
}
