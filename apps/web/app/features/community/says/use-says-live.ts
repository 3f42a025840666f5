import type { Say } from '@mojian/contract/community/says';
import { useEffect, useRef, useState } from 'react';
import { listenLive } from '../../../live.ts';

type Given = {
  rows: Say[];
  /** Whether what is new belongs on top of this list. */
  countsNew: boolean;
  look: (id: number) => Promise<void>;
  reload: () => Promise<void>;
};

/** Several things that happen to one say within this time, in milliseconds, are asked for together. */
const gathering = 300;

/** What others say, like and take back meanwhile: shown says are kept as they are, new ones are counted. */
export function useSaysLive(given: Given) {
  const [ids, setIds] = useState<number[]>([]);
  const latest = useRef(given);
  latest.current = given;
  useEffect(() => {
    const soon = lookSoon((id) => latest.current.look(id));
    const acts: Record<string, (id: number) => void> = {
      resumed: afterFirst(() => void latest.current.reload().catch(() => {})),
      say: (id) => {
        if (latest.current.countsNew) setIds((before) => [...new Set([...before, id])]);
      },
      'say-gone': (id) => setIds((before) => before.filter((one) => one !== id)),
    };
    const stop = listenLive(['says'], ({ type, id }) => {
      acts[type]?.(id);
      if (isShown(latest.current, id)) soon.look(id);
    });
    return () => {
      stop();
      soon.stop();
    };
  }, []);
  return { count: ids.filter((id) => !isShown(given, id)).length, clear: () => setIds([]) };
}

/** Asks for one say a moment after something happened to it, once for all that happens until then. */
function lookSoon(look: (id: number) => Promise<void>) {
  const waiting = new Map<number, ReturnType<typeof setTimeout>>();
  const run = (id: number) => {
    waiting.delete(id);
    look(id).catch(() => {});
  };
  return {
    look: (id: number) => {
      if (!waiting.has(id)) waiting.set(id, setTimeout(run, gathering, id));
    },
    stop: () => {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}

/** The stream tells of its first opening as well, right after the page was loaded. */
function afterFirst(act: () => void) {
  let isFirst = true;
  return () => {
    if (!isFirst) act();
    isFirst = false;
  };
}

function isShown({ rows }: Given, id: number) {
  return rows.some((say) => say.id === id);
}
