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

/** Milliseconds of a key in all, and by kind of work. */
export type KeyCost = { total: number; byKind: Map<string, number> };

/** Kinds of work by the events of the trace; what is not listed is part of the work it happens in. */
const kinds: [kind: string, names: RegExp][] = [
  ['回收内存', /GC/],
  ['样式', /^UpdateLayoutTree$/],
  ['布局', /^Layout$/],
  ['绘制', /^(?:PrePaint|Paint|Layerize|Commit)$/],
  ['按键', /^EventDispatch$/],
  ['定时', /^TimerFire$/],
  ['帧', /^FireAnimationFrame$/],
  ['消息', /^HandlePostMessage$/],
];
const other = '其他';

/**
 * Main-thread milliseconds per key, from its `keydown` to the end of the paint that shows it, without waiting for
 * frames and other programs.
 */
export function keyCosts(events: TraceEvent[]): KeyCost[] {
  const keys = events.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown');
  const [first] = keys;
  const own = events
    .filter(({ pid, tid, ph }) => pid === first?.pid && tid === first.tid && ph === 'X')
    .sort((one, two) => one.ts - two.ts || endOf(two) - endOf(one));
  const tasks = own.filter(({ name }) => name === 'RunTask');
  const paints = own.filter(({ name }) => name === 'Paint');
  const inputs = own.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'input');
  return keys.flatMap(({ ts }) => {
    const input = inputs.find((event) => event.ts >= ts);
    const paint = paints.find((event) => event.ts >= (input?.ts ?? ts));
    if (!paint || paint.ts - ts > longest) return [];
    const to = endOf(paint);
    return [{ total: busy(tasks, ts, to) / 1000, byKind: msByKind(own.filter((one) => one.ts >= ts && one.ts < to)) }];
  });
}

/** Milliseconds by kind, each event without those within it. */
function msByKind(own: TraceEvent[]): Map<string, number> {
  const byKind = new Map<string, number>();
  const add = (kind: string, ms: number) => byKind.set(kind, (byKind.get(kind) ?? 0) + ms);
  const open: { end: number; kind: string }[] = [];
  for (const event of own) {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= event.ts) open.pop();
    const around = open.at(-1)?.kind;
    const kind = kinds.find(([, names]) => names.test(event.name))?.[0] ?? around ?? other;
    const ms = (event.tdur ?? event.dur ?? 0) / 1000;
    add(kind, ms);
    if (around) add(around, -ms);
    open.push({ end: endOf(event), kind });
  }
  return byKind;
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
