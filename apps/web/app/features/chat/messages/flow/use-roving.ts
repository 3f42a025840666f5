import { useEffect, useState } from 'react';
import type { Keeper } from './keeper.ts';

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -8, PageDown: 8 };

/**
 * One row of the log has the focus's place; the arrow keys, Home and End lead on from it. `current` names that row: the
 * last one until another was chosen, and again when the chosen one is gone.
 */
export function useRoving(
  box: React.RefObject<HTMLElement | null>,
  keeper: React.RefObject<Keeper | null>,
  keys: string[],
) {
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    const log = box.current;
    if (!log) return;
    const ending = new AbortController();
    const { signal } = ending;
    const onFocus = ({ target }: FocusEvent) => setChosen(rowAround(target)?.dataset.row);
    const onKey = (event: KeyboardEvent) => {
      const row = rowAround(event.target);
      if (!row || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const next = rowAfter(log, row, event.key);
      if (!next) return;
      event.preventDefault();
      next.focus({ preventScroll: true });
      keeper.current?.show(next);
    };
    log.addEventListener('focusin', onFocus, { signal });
    log.addEventListener('keydown', onKey, { signal });
    return () => ending.abort();
  }, [box, keeper]);
  return chosen !== undefined && keys.includes(chosen) ? chosen : keys.at(-1);
}

function rowAround(target: EventTarget | null) {
  return (target as Element | null)?.closest<HTMLElement>('.chat-row');
}

function rowAfter(log: HTMLElement, row: HTMLElement, key: string) {
  const rows = [...log.querySelectorAll<HTMLElement>('.chat-row')];
  if (key === 'Home') return rows[0];
  if (key === 'End') return rows.at(-1);
  const step = steps[key];
  if (step === undefined) return undefined;
  return rows[Math.max(0, Math.min(rows.length - 1, rows.indexOf(row) + step))];
}
