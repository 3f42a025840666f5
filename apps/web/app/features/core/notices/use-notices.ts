import { me } from '@mojian/client/live-stream';
import type { Notice } from '@mojian/contract/core/notices';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import { useLiveList } from '../../../live/use-live-list.ts';
import { sayIfLost } from '../../../ui/say-if-lost.ts';

/** Milliseconds over which events are gathered. */
const gathering = 300;

type Options = { type: number; calls: CallsOf<'notices'> };

/** The notices of one kind, live. Changes are optimistic and rolled back when refused. */
export function useNotices({ type, calls: { notices } }: Options) {
  const { list, setList, state, answers, load, failedAfter } = useLoading(type, notices);
  /** Applies a change optimistically. */
  const change = async (records: (notices: Notice[]) => Notice[], call: Promise<unknown>) => {
    const before = list;
    answers.change();
    setList((now) => now && { ...now, records: records(now.records) });
    try {
      await call;
    } catch (error) {
      setList(before);
      sayIfLost(error);
    } finally {
      answers.change();
    }
  };
  return {
    list,
    state,
    /** Repeats what failed: the newest notices or the next page. */
    again: () => load(failedAfter()),
    loadMore: () => load(list?.next ?? undefined),
    read: ({ id }: Notice) =>
      change((all) => all.map((one) => (one.id === id ? { ...one, read: true } : one)), notices.read({ body: { id } })),
    readAll: () => change((all) => all.map((one) => ({ ...one, read: true })), notices.read({ body: {} })),
    remove: ({ id }: Notice) => change((all) => all.filter((one) => one.id !== id), notices.remove({ query: { id } })),
    clear: () => {
      setList((now) => now && { ...now, next: null });
      return change(() => [], notices.remove({ query: { type } }));
    },
  };
}

/** The list as it loads: at first, after events, and page by page. */
function useLoading(type: number, notices: CallsOf<'notices'>['notices']) {
  const [list, setList] = useState<Part>();
  const [state, setState] = useState<'resting' | 'loading' | 'failed'>('loading');
  const failed = useRef<string>(undefined);
  const fetchPart = async (after?: string): Promise<Part> => {
    setState('loading');
    try {
      return await notices.list({ query: { type, ...(after && { after }) } });
    } catch (error) {
      failed.current = after;
      setState('failed');
      throw error;
    }
  };
  const show = (join: (now: Part | undefined) => Part | undefined) => {
    setList(join);
    setState('resting');
    return {};
  };
  const { answers, look } = useLiveList({
    topic: me,
    events: { fresh: 'notice' },
    pause: () => gathering,
    inserts: true,
    knows: () => false, // a merged notice is an older one with more in it
    look: () => fetchPart(),
    onLooked: (newest) => show((now) => joinNewest(now, newest)),
  });
  const loadNext = async (after: string) => {
    const part = await answers.ask(after, () => fetchPart(after));
    if (part) show((now) => joinNext(now, part, after));
  };
  /** Loads the newest notices, or the page after a cursor; the state tells of a failure. */
  const load = (after?: string) => (after === undefined ? look() : loadNext(after)).catch(() => {});
  const loadFirst = useEffectEvent(() => void load());
  // once: the screen is keyed by the kind
  useEffect(() => loadFirst(), []);
  return { list, setList, state, answers, load, failedAfter: () => failed.current };
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
