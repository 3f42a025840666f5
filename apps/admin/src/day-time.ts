const full = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeStyle: 'short' });

/** A time of the server as the reader's clock has it: 「2026年11月21日 18:35」. */
export function dayTime(time: string) {
  return full.format(new Date(time));
}
