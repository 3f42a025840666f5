import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Chat, ChatState } from '../chat.ts';
import type { ChatParts } from '../chat-parts.ts';
import { createChat } from './create-chat.ts';
import { pageAround } from './surroundings.ts';

/** The chat while a screen shows it, and what it knows at the moment. Undefined on the server and before the start. */
export function useChat(parts: ChatParts): { chat: Chat; state: ChatState } | undefined {
  const [chat, setChat] = useState<Chat>();
  useEffect(() => {
    const started = createChat(parts, pageAround);
    setChat(started);
    return started.leave;
  }, [parts]);
  const state = useSyncExternalStore(chat?.watch ?? watchNothing, chat?.state ?? nothing, nothing);
  return chat && state && { chat, state };
}

const watchNothing = () => () => {};
const nothing = () => undefined;
