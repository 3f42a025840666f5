import type { Notice } from '@mojian/contract/core/notices';
import { useEffect, useRef, useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import { sayIfLost } from '../../../ui/toast.ts';

type Options = {
  type: number;
  calls: CallsOf<'notices'>;
  /** Calls back when something happened to the member. Returns the way to stop. */
  listen: (onEvent: () => void) => () => void;
};

/** What happens in a moment is asked for once. */
const pause = 300;

/** The notices of one kind as they stand and come. What the member does shows at once, and is undone if it is refused. */
export function useNotices({ type, calls: { notices }, listen }: Options) {
  const [list, setList] = useState<Part>();
  const [state, setState] = useState<'resting' | 'loading' | 'failed'>('loading');
  const query = { type };
  /** Changes begun and ended: a list asked for between the two may tell either. */
  const changes = useRef(0);
  const load = async (after?: string) => {
    setState('loading');
    const asked = changes.current;
    try {
      const part: Part = await notices.list({ query: { ...query, ...(after && { after }) } });
      if (asked !== changes.current) return void load(after);
      setList((now) =>
        after && now ? { ...part, records: withoutRepeats([...now.records, ...part.records]) } : joinNewest(now, part),
      );
      setState('resting');
    } catch {
      setState('failed');
    }
  };
  useFresh(load, listen);

  /** Shows a change while it is made. */
  const change = async (records: (notices: Notice[]) => Notice[], call: Promise<unknown>) => {
    const before = list;
    changes.current += 1;
    setList((now) => now && { ...now, records: records(now.records) });
    try {
      await call;
    } catch (error) {
      setList(before);
      sayIfLost(error);
    } finally {
      changes.current += 1;
    }
  };
  return {
    list,
    state,
    again: () => load(),
    loadMore: () => load(list?.next ?? undefined),
    read: ({ id }: Notice) =>
      change((all) => all.map((one) => (one.id === id ? { ...one, read: true } : one)), notices.read({ body: { id } })),
    readAll: () => change((all) => all.map((one) => ({ ...one, read: true })), notices.read({ body: {} })),
    remove: ({ id }: Notice) => change((all) => all.filter((one) => one.id !== id), notices.remove({ query: { id } })),
    clear: () => {
      setList((now) => now && { ...now, next: null });
      return change(() => [], notices.remove({ query }));
    },
  };
}

/** The way to more may be pressed twice. */
function withoutRepeats(records: Notice[]) {
  return [...new Map(records.map((notice) => [notice.id, notice])).values()];
}

/** Loads at first and whenever something happened. */
function useFresh(load: () => Promise<void>, listen: Options['listen']) {
  const latest = useRef(load);
  latest.current = load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; another kind is another screen
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    void latest.current();
    const stop = listen(() => {
      clearTimeout(timer);
      timer = setTimeout(() => latest.current(), pause);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
}

export type Part = { records: Notice[]; next: string | null };

/** The newest part as it stands now, and below it whatever older ones were there already. */
export function joinNewest(now: Part | undefined, newest: Part): Part {
  const last = newest.records.at(-1);
  if (!now || !last || newest.next === null) return newest;
  const isOlder = ({ createdAt, id }: Notice) =>
    createdAt < last.createdAt || (createdAt === last.createdAt && id < last.id);
  const older = now.records.filter(isOlder);
  return older.length > 0 ? { records: [...newest.records, ...older], next: now.next } : newest;
}
