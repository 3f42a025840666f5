import type { BoardMessage } from '@mojian/contract/community/board';
import { useRef, useState } from 'react';
import { missing } from '../../../live/follow-list.ts';
import { useLiveList } from '../../../live/use-live-list.ts';

export type Fresh = { message: BoardMessage; isMine: boolean };
/** The newest messages; `isAll`: there are no older ones. */
export type LoadNewest = () => Promise<{ records: BoardMessage[]; isAll: boolean }>;

/** Longest pause before new messages are loaded, chosen at random so that readers do not ask all at once. */
const longestPauseMs = 3000;

/**
 * Messages since the page was loaded, newest first, and ids of those gone since. `since`: the newest id of the page, below
 * which a message is new only if it was released.
 */
export function useFresh(loadNewest: LoadNewest, since: number, records: BoardMessage[]) {
  const [fresh, setFresh] = useState<Fresh[]>([]);
  const shown = useRef<BoardMessage[]>([]);
  const { gone } = useLiveList({
    topic: 'board',
    events: { fresh: 'message', gone: 'message-gone' },
    pause: () => Math.random() * longestPauseMs,
    inserts: true,
    knows: (id) => shown.current.some((message) => message.id === id),
    look: loadNewest,
    onLooked(newest, heard) {
      const isNew = ({ id }: BoardMessage) => id > since || heard.fresh.has(id) || heard.gone.has(id);
      const came = newest.records.filter(isNew);
      setFresh((present) => withNew(present, came, false));
      const end = newest.isAll ? '' : (newest.records.at(-1)?.createdAt ?? '');
      return {
        fresh: came.map(({ id }) => id),
        gone: missing(shown.current, newest.records, ({ createdAt }) => createdAt > end),
      };
    },
    onGone: (id) => setFresh((present) => present.filter(({ message }) => message.id !== id)),
  });
  shown.current = [...fresh.map(({ message }) => message), ...records].filter(({ id }) => !gone.has(id));
  return { fresh, gone, add: (message: BoardMessage) => setFresh((present) => withNew(present, [message], true)) };
}

/** Returns the same array if nothing is new, so that the barrage continues. */
function withNew(present: Fresh[], messages: BoardMessage[], isMine: boolean) {
  const unseen = messages.filter(({ id }) => !present.some(({ message }) => message.id === id));
  return unseen.length === 0 ? present : [...unseen.map((message) => ({ message, isMine })), ...present];
}
