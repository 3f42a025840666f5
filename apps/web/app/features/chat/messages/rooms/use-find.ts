import type { ChatMessage, ChatPerson } from '@mojian/contract/chat/messages';
import { useEffect, useState } from 'react';
import type { ChatParts } from '../chat-parts.ts';

type Found = {
  /** What it was sought by: the field may say more by now. */
  sought: string;
  people: ChatPerson[];
  messages: ChatMessage[];
  next: string | null;
};

type State = 'resting' | 'looking' | 'failed';

/** Milliseconds without a key before it is looked for. */
const patience = 250;
const longest = 50;

/** People by the beginning of their name and messages by their words; with a `roomId` only what was said there. */
export function useFind(reading: ChatParts['reading'], text: string, roomId?: number) {
  const [found, setFound] = useState<Found>();
  const [state, setState] = useState<State>('resting');
  const [attempt, setAttempt] = useState(0);
  const sought = Array.from(text.trim()).slice(0, longest).join('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks once more
  useEffect(() => {
    if (sought === '') {
      setFound(undefined);
      return setState('resting');
    }
    let isGone = false;
    setState('looking');
    const asking = setTimeout(() => {
      look(reading, sought, roomId).then(
        (all) => {
          if (isGone) return;
          setFound(all);
          setState('resting');
        },
        () => !isGone && setState('failed'),
      );
    }, patience);
    return () => {
      isGone = true;
      clearTimeout(asking);
    };
  }, [sought, roomId, attempt, reading]);

  const more = async () => {
    if (!found?.next || state === 'looking') return;
    setState('looking');
    try {
      const query = { text: found.sought, after: found.next, ...(roomId !== undefined && { roomId }) };
      const { records, next } = await reading.chat.search({ query });
      setFound((now) => (now?.next === found.next ? { ...now, messages: [...now.messages, ...records], next } : now));
      setState('resting');
    } catch {
      setState('failed');
    }
  };
  return { sought, found, state, more, again: () => setAttempt(attempt + 1) };
}

async function look(reading: ChatParts['reading'], sought: string, roomId: number | undefined): Promise<Found> {
  const query = { text: sought, ...(roomId !== undefined && { roomId }) };
  const [people, { records, next }] = await Promise.all([
    roomId === undefined ? reading.chat.people({ query: { prefix: sought.slice(0, 20) } }) : [],
    reading.chat.search({ query }),
  ]);
  return { sought, people, messages: records, next };
}
