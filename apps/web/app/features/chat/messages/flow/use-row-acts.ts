import { useMemo, useRef } from 'react';
import type { Chat } from '../chat.ts';
import type { RowActs, ToWrite } from './flow-parts.ts';
import type { Keeper } from './keeper.ts';
import { showRow } from './show-row.ts';

type Given = {
  chat: Chat;
  toWrite: ToWrite;
  box: React.RefObject<HTMLElement | null>;
  keeper: React.RefObject<Keeper | null>;
  openMenu: RowActs['openMenu'];
};

/** What rows ask for, the same object for ever: a row that did not change is not rendered again. */
export function useRowActs(given: Given): RowActs {
  const latest = useRef(given);
  latest.current = given;
  return useMemo(
    () => ({
      openMenu: (...asked) => latest.current.openMenu(...asked),
      seek: (messageId) => void seek(latest.current, messageId),
      retry: (key) => latest.current.chat.retry(key),
      drop: (key) => latest.current.chat.drop(key),
      release: (message) => void latest.current.chat.release(message),
      editAgain: (text) => latest.current.toWrite.putBack(text),
    }),
    [],
  );
}

/** What is not loaded is fetched first. */
async function seek({ chat, box, keeper }: Given, messageId: number) {
  if (box.current && keeper.current && showRow(box.current, keeper.current, messageId)) return;
  await chat.seek(messageId);
}
