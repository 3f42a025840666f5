/** An event of Chromium's trace; times in microseconds. */
export type TraceEvent = {
  name: string;
  cat: string;
  ph: string;
  ts: number;
  dur?: number;
  /** Share of `dur` in which the thread ran. */
  tdur?: number;
  pid: number;
  tid: number;
  args?: { data?: { type?: string }; name?: string };
};

/** Microseconds after which a key that painted nothing is dropped. */
const longest = 400_000;

/**
 * Main-thread milliseconds per key, from its `keydown` to the end of the paint that shows it, without waiting for
 * frames and other programs.
 */
export function keyCosts(events: TraceEvent[]): number[] {
  const keys = events.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown');
  const [first] = keys;
  const own = events.filter(({ pid, tid, ph }) => pid === first?.pid && tid === first.tid && ph === 'X');
  const tasks = own.filter(({ name }) => name === 'RunTask');
  const paints = own.filter(({ name }) => name === 'Paint');
  const inputs = own.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'input');
  return keys.flatMap(({ ts }) => {
    const input = inputs.find((event) => event.ts >= ts);
    const paint = paints.find((event) => event.ts >= (input?.ts ?? ts));
    if (!paint || paint.ts - ts > longest) return [];
    return [busy(tasks, ts, endOf(paint)) / 1000];
  });
}

function busy(tasks: TraceEvent[], from: number, to: number): number {
  let sum = 0;
  for (const task of tasks) {
    const overlap = Math.min(endOf(task), to) - Math.max(task.ts, from);
    if (overlap > 0) sum += (overlap * (task.tdur ?? endOf(task) - task.ts)) / Math.max(1, endOf(task) - task.ts);
  }
  return sum;
}

const endOf = ({ ts, dur = 0 }: TraceEvent) => ts + dur;

/** Value below which this share of the values lies. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
