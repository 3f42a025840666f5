const form = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** A moment on the reader's own clock, as `2026-05-01 08:00`; a dash for never. */
export function When({ time }: { time: string | null }) {
  return time === null ? <span>—</span> : <time dateTime={time}>{form.format(new Date(time))}</time>;
}
