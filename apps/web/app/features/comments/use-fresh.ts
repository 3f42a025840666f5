import { useEffect, useRef, useState } from 'react';
import { listenLive } from '../../live.ts';
import { knows, type Talk } from './talk.ts';

/** Comments of others that came meanwhile: they are counted, and shown when the reader asks for them. */
export function useFresh(topic: string, talk: Talk, onGone: (id: number) => void) {
  const [ids, setIds] = useState<number[]>([]);
  const gone = useRef(onGone);
  gone.current = onGone;
  useEffect(
    () =>
      listenLive([topic], ({ type, id }) => {
        if (type === 'comment') setIds((before) => [...new Set([...before, id])]);
        if (type !== 'comment-gone') return;
        setIds((before) => before.filter((one) => one !== id));
        gone.current(id);
      }),
    [topic],
  );
  return { count: ids.filter((id) => !knows(talk, id)).length, clear: () => setIds([]) };
}
