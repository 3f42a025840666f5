import type { ChatMessage } from '@mojian/contract/chat/messages';
import { useEffect, useRef, useState } from 'react';
import { spoken } from './words-of.ts';

/** So long it may be heard, in milliseconds. */
const stays = 4000;
const most = 3;

type Props = { messages: ChatMessage[]; viewerId: number; isLive: boolean };

/** Says aloud what has just been said, and not what is fetched of older times. */
export function News({ messages, viewerId, isLive }: Props) {
  const newest = useRef<number>(null);
  const [words, setWords] = useState('');
  useEffect(() => {
    const last = messages.at(-1);
    const before = newest.current;
    newest.current = Math.max(before ?? 0, last?.id ?? 0);
    if (!last || before === null || last.id <= before || !isLive) return;
    const heard = messages.filter(({ id, sender }) => id > before && sender.id !== viewerId).slice(-most);
    if (heard.length === 0) return;
    setWords(heard.map(spoken).join('；'));
    const timer = setTimeout(setWords, stays, '');
    return () => clearTimeout(timer);
  }, [messages, viewerId, isLive]);
  return (
    <p className="vh" aria-live="polite">
      {words}
    </p>
  );
}
