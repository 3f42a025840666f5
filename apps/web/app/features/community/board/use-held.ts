import type { BoardMessage } from '@mojian/contract/community/board';
import { useEffect, useState } from 'react';
import { readToken, watchUser } from '../../../session.ts';

/** The reader's own messages that wait for moderation, newest first. None for visitors. */
export function useHeld(load: () => Promise<BoardMessage[]>) {
  const [held, setHeld] = useState<BoardMessage[]>([]);
  useEffect(() => {
    let asked = 0;
    let reader: string | undefined;
    const look = () => {
      if (readToken() === reader) return;
      reader = readToken();
      const own = ++asked;
      setHeld([]);
      // without them the board is there all the same
      if (reader)
        load().then(
          (messages) => own === asked && setHeld(messages),
          () => {},
        );
    };
    look();
    return watchUser(look);
  }, [load]);
  return { held, addHeld: (message: BoardMessage) => setHeld((present) => [message, ...present]) };
}
