import { useEffect } from 'react';
import { hearChanges } from './hear-changes.ts';
import { loadOffice } from './load-office.ts';
import { Looks } from './looks.ts';
import { useOffice } from './use-office.ts';

const every = 30_000;
/** While it hears what happens it looks by itself this seldom: for what no call did. */
const seldom = 300_000;

/**
 * What waits is counted again when something was changed here. Others act too, and readers hand in: while the window is
 * in sight the server says so, and the counters look again, and with them whatever is open (`useLook`). Without a line to
 * the server they look now and then; and when the window comes back.
 */
export function useFreshOffice() {
  useEffect(() => {
    const count = () => void loadOffice();
    addEventListener('mojian:changed', count);
    return () => removeEventListener('mojian:changed', count);
  }, []);
  const nouns = [...new Set(useOffice().permissions.map((permission) => permission.split('.', 1)[0]))].join();
  useEffect(() => watch(nouns.split(',')), [nouns]);
}

function watch(nouns: string[]) {
  const looks = new Looks();
  const ended = new AbortController();
  const { signal } = ended;
  const line = openLine(nouns, () => looks.soon());
  const onSight = () => {
    if (document.visibilityState === 'hidden') return line.hang();
    looks.now();
    line.pick();
  };
  const timer = setInterval(() => {
    if (!line.isHeard() || looks.age() >= seldom) looks.now();
  }, every);
  addEventListener('mojian:changed', () => looks.noteOwnChange(), { signal });
  document.addEventListener('visibilitychange', onSight, { signal });
  if (document.visibilityState !== 'hidden') line.pick();
  return () => {
    ended.abort();
    clearInterval(timer);
    looks.stop();
    line.hang();
  };
}

/** The line to the server: picked up and hung up as the window comes in sight and goes. */
function openLine(nouns: string[], onChange: () => void) {
  let line: AbortController | undefined;
  let isHeard = false;
  const hear = () => {
    isHeard = true;
    onChange();
  };
  const lose = () => {
    isHeard = false;
  };
  return {
    isHeard: () => isHeard,
    pick() {
      if (line) return;
      line = new AbortController();
      void hearChanges({ nouns, signal: line.signal, onChange: hear, onLost: lose });
    },
    hang() {
      line?.abort();
      line = undefined;
      isHeard = false;
    },
  };
}
