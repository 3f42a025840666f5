import type { Notice } from '@mojian/contract/core/notices';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import { sayIfLost } from '../../../ui/say-if-lost.ts';

type Options = {
  type: number;
  calls: CallsOf<'notices'>;
  /** Subscribes to the member's events. Returns the unsubscribe function. */
  listen: (onEvent: () => void) => () => void;
};

/** Debounce in milliseconds for reloading after events. */
const pause = 300;

/** The notices of one kind, live. Changes are optimistic and rolled back when refused. */
export function useNotices({ type, calls: { notices }, listen }: Options) {
  const [list, setList] = useState<Part>();
  const [state, setState] = useState<'resting' | 'loading' | 'failed'>('loading');
  const query = { type };
  /** Counts begun and finished changes: a list loaded in between may predate either. */
  const changes = useRef(0);
  const failedAfter = useRef<string>(undefined);
  const load = async (after?: string) => {
    setState('loading');
    const changesBefore = changes.current;
    try {
      const part: Part = await notices.list({ query: { ...query, ...(after && { after }) } });
      if (changesBefore !== changes.current) return void load(after);
      setList((now) => (after ? joinNext(now, part, after) : joinNewest(now, part)));
      setState('resting');
    } catch {
      failedAfter.current = after;
      setState('failed');
    }
  };
  useFresh(load, listen);

  /** Applies a change optimistically. */
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
    /** Repeats what failed: the newest notices or the next page. */
    again: () => load(failedAfter.current),
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

/** Loads on mount and after events. */
function useFresh(load: () => Promise<void>, listen: Options['listen']) {
  const loadAnew = useEffectEvent(load);
  const subscribe = useEffectEvent(listen);
  // once: the screen is keyed by the kind
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    void loadAnew();
    const stop = subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => loadAnew(), pause);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
}

export type Part = { records: Notice[]; next: string | null };

/** Appends the page after a cursor, which may repeat rows, unless the list has been loaded anew meanwhile. */
export function joinNext(now: Part | undefined, part: Part, after: string): Part | undefined {
  if (now?.next !== after) return now;
  const records = new Map([...now.records, ...part.records].map((notice) => [notice.id, notice]));
  return { ...part, records: [...records.values()] };
}

/** Merges a fresh first page with the older rows already loaded; without these if rows between might be missing. */
export function joinNewest(now: Part | undefined, newest: Part): Part {
  const last = newest.records.at(-1);
  if (!now || !last || newest.next === null) return newest;
  const isOlder = ({ createdAt, id }: Notice) =>
    createdAt < last.createdAt || (createdAt === last.createdAt && id < last.id);
  const older = now.records.filter(isOlder);
  const hasGap = older.length === now.records.length;
  return older.length > 0 && !hasGap ? { records: [...newest.records, ...older], next: now.next } : newest;
}
