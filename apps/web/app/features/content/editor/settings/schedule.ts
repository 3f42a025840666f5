const minute = 60_000;

/** Formats a date for a `datetime-local` input in local time, such as `2026-11-22T08:00`. */
export function toLocalInput(time: Date) {
  return new Date(time.getTime() - time.getTimezoneOffset() * minute).toISOString().slice(0, 16);
}

/** Parses the value of a `datetime-local` input. */
export function parseLocalTime(local: string) {
  const time = new Date(local);
  const isWhole = /^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(local);
  return isWhole && !Number.isNaN(time.getTime()) ? time : undefined;
}

/** Returns the error of a schedule, or undefined when it is valid or empty. */
export function scheduleError(local: string, now: number) {
  if (local === '') return undefined;
  const time = parseLocalTime(local);
  if (!time) return '请填完整的日期和时间';
  if (time.getTime() <= now) return '这个时间已经过去了，请选将来的时间';
  return undefined;
}

const beijing = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Formats a date in Beijing time. */
export function formatBeijing(time: Date) {
  return beijing.format(time);
}

/** Whether the browser's time zone equals Beijing time at that date. */
export function isBeijing(time: Date) {
  return time.getTimezoneOffset() === -480;
}
