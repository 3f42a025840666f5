import { useEffect, useRef, useState } from 'react';
import { listenLive } from '../../../live.ts';
import { goneSince } from './gone-since.ts';
import type { Shown } from './kept.ts';
import { idsOf, knows, type Talk } from './talk.ts';

type Given = {
  topic: string;
  shown: Shown;
  /** The first page, the newest first, as it is now. */
  look: () => Promise<Talk>;
  /** Shown to all from now on: perhaps one that was here already, held. */
  onShown: (id: number) => void;
  onGone: (id: number) => void;
  onChanged: (id: number) => void;
};

/** One's own is told of as well: by then it has come back as what one sent. */
const patience = 400;

/**
 * Comments of others that came meanwhile: they are counted, and shown when the reader asks for them. Whenever the stream
 * opens, what happened before it did is looked up: what is newer than all that was shown, and what is gone.
 */
export function useFresh({ topic, shown: { talk, sort }, ...acts }: Given) {
  const [ids, setIds] = useState<number[]>([]);
  // in another order what is newest may be far below
  const newest = useRef(sort === 'new' ? 0 : Number.POSITIVE_INFINITY);
  if (sort === 'new') newest.current = Math.max(0, ...idsOf(talk));
  const latest = useRef({ ...acts, talk });
  latest.current = { ...acts, talk };
  useEffect(() => {
    const ending = new AbortController();
    const gone = new Set<number>();
    const add = (more: number[]) =>
      ending.signal.aborted || setIds((before) => [...new Set([...before, ...more])].filter((id) => !gone.has(id)));
    const take = (id: number) => {
      gone.add(id);
      add([]);
      latest.current.onGone(id);
    };
    const lookAgain = async () => {
      const now = await latest.current.look();
      if (ending.signal.aborted) return;
      for (const id of goneSince(latest.current.talk, now)) take(id);
      add(idsOf(now).filter((id) => id > newest.current));
    };
    const stop = listenLive([topic], ({ type, id }) => {
      if (type === 'comment') {
        setTimeout(add, patience, [id]);
        latest.current.onShown(id);
      }
      if (type === 'resumed') lookAgain().catch(() => {}); // the stream will open again
      if (type === 'comment-gone') take(id);
      if (type === 'comment-changed') latest.current.onChanged(id);
    });
    return () => {
      ending.abort();
      stop();
    };
  }, [topic]);
  return { count: ids.filter((id) => !knows(talk, id)).length, clear: () => setIds([]) };
}
