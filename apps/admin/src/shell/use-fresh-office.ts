import { useEffect } from 'react';
import { isChanging } from '../http-api.ts';
import { readToken } from '../session.ts';
import { hearChanges } from './hear-changes.ts';
import { loadOffice } from './load-office.ts';
import { useOffice } from './use-office.ts';

const every = 30_000;
/** While it hears what happens it looks by itself this seldom: for what no call did. */
const seldom = 300_000;
/** What happens within so many milliseconds is looked at together, and looks are so far apart at least. */
const gather = 200;
const apart = 2000;

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
  let line: AbortController | undefined;
  let isHeard = false;
  let changedAt = Number.NEGATIVE_INFINITY;
  let lookedAt = performance.now();
  let due: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(due);
    // whoever changed something here is about to show what came of it
    const isBusy = isChanging() || performance.now() - changedAt < apart;
    due = isBusy ? setTimeout(look, apart) : undefined;
    if (due) return;
    if (document.visibilityState === 'hidden' || !navigator.onLine || !readToken()) return;
    lookedAt = performance.now();
    dispatchEvent(new Event('mojian:look'));
    void loadOffice();
  };
  const hang = () => {
    line?.abort();
    line = undefined;
    isHeard = false;
  };
  const pick = () => {
    line = new AbortController();
    const { signal } = line;
    const onChange = () => {
      isHeard = true;
      due ??= setTimeout(look, Math.max(gather, lookedAt + apart - performance.now()));
    };
    void hearChanges({ nouns, signal, onChange, onLost: () => (isHeard = false) });
  };
  const onOwn = () => {
    changedAt = performance.now();
  };
  const onSight = () => {
    if (document.visibilityState === 'hidden') return hang();
    look();
    if (!line) pick();
  };
  const timer = setInterval(() => {
    if (!isHeard || performance.now() - lookedAt >= seldom) look();
  }, every);
  addEventListener('mojian:changed', onOwn);
  document.addEventListener('visibilitychange', onSight);
  if (document.visibilityState !== 'hidden') pick();
  return () => {
    removeEventListener('mojian:changed', onOwn);
    document.removeEventListener('visibilitychange', onSight);
    clearInterval(timer);
    clearTimeout(due);
    hang();
  };
}
