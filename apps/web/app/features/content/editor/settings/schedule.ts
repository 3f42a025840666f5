const minute = 60_000;

/** A moment as a `datetime-local` field holds it, in this browser's own time: `2026-11-22T08:00`. */
export function localOf(time: Date) {
  return new Date(time.getTime() - time.getTimezoneOffset() * minute).toISOString().slice(0, 16);
}

/** The moment such a field means, if it means one. */
export function momentOf(local: string) {
  const time = new Date(local);
  const isWhole = /^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(local);
  return isWhole && !Number.isNaN(time.getTime()) ? time : undefined;
}

/** Why an article cannot be scheduled for this; undefined when it can, or when nothing is scheduled. */
export function whyNotAt(local: string, now: number) {
  if (local === '') return undefined;
  const time = momentOf(local);
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

/** A moment in Beijing time, in words. */
export function beijingWords(time: Date) {
  return beijing.format(time);
}

/** Whether this browser's clock shows Beijing time at that moment. */
export function isBeijing(time: Date) {
  return time.getTimezoneOffset() === -480;
}
