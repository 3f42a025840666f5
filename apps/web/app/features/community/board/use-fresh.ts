import type { BoardMessage } from '@mojian/contract/community/board';
import { useEffect, useRef, useState } from 'react';

export type Fresh = { message: BoardMessage; isMine: boolean };
type Listener = {
  /** Messages on the screen, of which some may be gone without an event. */
  shown: () => BoardMessage[];
  onMessages: (messages: BoardMessage[]) => void;
  onGone: (id: number) => void;
};
/**
 * Subscribes to the board: new and released messages, those after `since` that were missed, and ids of hidden or
 * removed ones. Returns the unsubscribe function.
 */
export type ListenBoard = (since: number, listener: Listener) => () => void;

/** Messages since the page was loaded, newest first, and ids of those removed since. */
export function useFresh(listen: ListenBoard, since: number, records: BoardMessage[]) {
  const [fresh, setFresh] = useState<Fresh[]>([]);
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set<number>());
  const shown = useRef<BoardMessage[]>([]);
  shown.current = [...fresh.map(({ message }) => message), ...records].filter(({ id }) => !gone.has(id));
  useEffect(
    () =>
      listen(since, {
        shown: () => shown.current,
        onMessages: (messages) => {
          setFresh((present) => withNew(present, messages, false));
          setGone((ids) => without(ids, messages));
        },
        onGone: (id) => {
          setFresh((present) => present.filter(({ message }) => message.id !== id));
          setGone((ids) => new Set(ids).add(id));
        },
      }),
    [listen, since],
  );
  return { fresh, gone, add: (message: BoardMessage) => setFresh((present) => withNew(present, [message], true)) };
}

/** Removes released messages; returns the same set if nothing changed. */
function without(gone: ReadonlySet<number>, messages: BoardMessage[]) {
  const back = new Set(messages.map(({ id }) => id));
  const left = [...gone].filter((id) => !back.has(id));
  return left.length < gone.size ? new Set(left) : gone;
}

/** Returns the same array if nothing is new, so that the barrage continues. */
function withNew(present: Fresh[], messages: BoardMessage[], isMine: boolean) {
  const unseen = messages.filter(({ id }) => !present.some(({ message }) => message.id === id));
  return unseen.length === 0 ? present : [...unseen.map((message) => ({ message, isMine })), ...present];
}
