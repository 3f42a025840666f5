import type { ChatMessage, ChatPerson } from '@mojian/contract/chat/messages';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Chat } from '../chat.ts';
import { type ScrollAnchor, showRow } from './scroll-anchor.ts';

/** Composer actions that the message menu triggers. */
export type ToWrite = {
  /** Quotes the message in the reply. */
  quote: (message: ChatMessage) => void;
  /** Inserts `@name`. */
  call: (person: ChatPerson) => void;
  /** Restores a withdrawn text. */
  putBack: (text: string) => void;
};

/** Actions of a row; one stable object per open room. */
export type RowActs = {
  openMenu: (message: ChatMessage, from: HTMLElement, at: { x: number; y: number } | null, isByTouch?: boolean) => void;
  seek: (messageId: number) => void;
  retry: (key: string) => void;
  drop: (key: string) => void;
  release: (message: ChatMessage) => void;
  editAgain: (text: string) => void;
};

type RowActsOptions = {
  chat: Chat;
  toWrite: ToWrite;
  box: React.RefObject<HTMLElement | null>;
  anchor: React.RefObject<ScrollAnchor | null>;
  openMenu: RowActs['openMenu'];
};

/** Creates the row actions as one stable object, so that memoized rows are not rendered again. */
export function useRowActs(options: RowActsOptions): RowActs {
  const latest = useRef(options);
  latest.current = options;
  return useMemo(
    () => ({
      openMenu: (...pending) => latest.current.openMenu(...pending),
      seek: (messageId) => void seek(latest.current, messageId),
      retry: (key) => latest.current.chat.retry(key),
      drop: (key) => latest.current.chat.drop(key),
      release: (message) => void latest.current.chat.release(message),
      editAgain: (text) => latest.current.toWrite.putBack(text),
    }),
    [],
  );
}

/** Scrolls to a message; loads it first where it is missing. */
async function seek({ chat, box, anchor }: RowActsOptions, messageId: number) {
  if (box.current && anchor.current && showRow(box.current, anchor.current, messageId)) return;
  await chat.seek(messageId);
}

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -8, PageDown: 8 };

/**
 * Roving tabindex: one row of the log is in the tab order; arrow keys, Home and End move it. `current` is that row's
 * key: the last row by default, or when the chosen one is gone.
 */
export function useRoving(
  box: React.RefObject<HTMLElement | null>,
  anchor: React.RefObject<ScrollAnchor | null>,
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
      anchor.current?.show(next);
    };
    log.addEventListener('focusin', onFocus, { signal });
    log.addEventListener('keydown', onKey, { signal });
    return () => ending.abort();
  }, [box, anchor]);
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
