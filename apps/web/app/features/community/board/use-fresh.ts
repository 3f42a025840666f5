import type { BoardMessage } from '@mojian/contract/community/board';
import { useEffect, useState } from 'react';

export type Fresh = { message: BoardMessage; isMine: boolean };
/**
 * Calls back with messages that others left just now, and with those after `since` that came unheard, until the returned
 * function is called.
 */
export type Hear = (since: number, onMessages: (messages: BoardMessage[]) => void) => () => void;

/** What came onto the board since the page did, newest first: the reader's own, and what others left meanwhile. */
export function useFresh(hear: Hear, since: number) {
  const [fresh, setFresh] = useState<Fresh[]>([]);
  useEffect(() => hear(since, (messages) => setFresh((present) => withNew(present, messages, false))), [hear, since]);
  return { fresh, add: (message: BoardMessage) => setFresh((present) => withNew(present, [message], true)) };
}

/** Nothing changes when all of them are there: the barrage would look again for nothing. */
function withNew(present: Fresh[], messages: BoardMessage[], isMine: boolean) {
  const unseen = messages.filter(({ id }) => !present.some(({ message }) => message.id === id));
  return unseen.length === 0 ? present : [...unseen.map((message) => ({ message, isMine })), ...present];
}
