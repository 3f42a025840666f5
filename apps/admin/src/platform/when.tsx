import { dayTime, shortTime } from './day-time.ts';

/** A moment as `05-01 08:00`, in full under the pointer; a dash for never. */
export function When({ time }: { time: string | null }) {
  if (time === null) return <span>—</span>;
  return (
    <time dateTime={time} title={dayTime(time)}>
      {shortTime(time)}
    </time>
  );
}
