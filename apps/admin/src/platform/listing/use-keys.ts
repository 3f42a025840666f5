import { type RefObject, useEffect, useState } from 'react';
import { isOwnKey, type KeyDeed, keyDeed } from './key-deed.ts';
import { rowsIn } from './use-kept-place.ts';

const kept = 'office.keys';

/**
 * A list by single keys: to the next row and back, to choose one, to open one, and what may be done to it. Off while
 * somebody writes or a dialog is open, and for whoever turned it off in this browser.
 */
export function useKeys(section: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(false);
  const [isOn, setOn] = useState(() => localStorage.getItem(kept) !== 'off');

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const deed = keyDeed(event);
      if (!deed || isOwnKey(event)) return;
      if (deed.kind === 'help') setOpen(true);
      else if (!section.current || !follow(section.current, deed, event)) return;
      event.preventDefault();
    };
    if (isOn) addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [section, isOn]);

  const turn = (on: boolean) => {
    localStorage.setItem(kept, on ? 'on' : 'off');
    setOn(on);
  };
  return { isOpen, isOn, turn, open: () => setOpen(true), close: () => setOpen(false) };
}

/** False where there is nothing to do. */
function follow(list: HTMLElement, deed: KeyDeed, { target }: KeyboardEvent) {
  const rows = rowsIn(list);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const click = (within: Element | undefined, what: string) => {
    const found = within?.querySelector<HTMLElement>(what);
    found?.click();
    return found !== undefined && found !== null;
  };
  switch (deed.kind) {
    case 'step': {
      if (deed.inRowsOnly && at < 0) return false;
      const row = rows[Math.max(0, Math.min(rows.length - 1, at + deed.by))];
      row?.focus();
      row?.scrollIntoView({ block: 'nearest' });
      return row !== undefined;
    }
    case 'choose':
      return click(rows[at], 'input[type=checkbox]');
    case 'open':
      return rows[at] === target && (click(rows[at], '[aria-keyshortcuts~="Enter"]') || click(rows[at], 'a[href]'));
    case 'find': {
      const field = list.querySelector<HTMLElement>('search input[type=search], search input[type=text]');
      field?.focus();
      return field !== null;
    }
    case 'undo':
      return click(document.body, '.undo');
    case 'act': {
      const what = `[aria-keyshortcuts~="${deed.key}"]:not(:disabled)`;
      return click(list.querySelector('.batch') ?? undefined, what) || click(rows[at], what);
    }
  }
}
