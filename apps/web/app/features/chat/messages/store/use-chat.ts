import { useEffect, useState, useSyncExternalStore } from 'react';
import { listenLive, liveState, watchLive } from '../../../../live/live.ts';
import { readUser } from '../../../../session/session.ts';
import { rememberBlocked } from '../../../core/blocks/blocked-ids.ts';
import type { Chat, ChatDeps, ChatState } from '../chat.ts';
import { createChat } from './create-chat.ts';
import type { PageState } from './state.ts';

/** Store and state while a screen is mounted; undefined on the server and before the start. */
export function useChat(deps: ChatDeps): { chat: Chat; state: ChatState } | undefined {
  const [chat, setChat] = useState<Chat>();
  useEffect(() => {
    const started = createChat(deps, browserPage);
    setChat(started);
    return started.leave;
  }, [deps]);
  const state = useSyncExternalStore(chat?.watch ?? watchNothing, chat?.state ?? nothing, nothing);
  return chat && state && { chat, state };
}

const watchNothing = () => () => {};
const nothing = () => undefined;

const browserPage: PageState = {
  rememberBlocked,
  listen: listenLive,
  // the stream itself may notice late
  connection: () => (navigator.onLine ? liveState() : 'lost'),
  watchConnection(onChange) {
    const stop = new AbortController();
    for (const type of ['online', 'offline']) addEventListener(type, onChange, { signal: stop.signal });
    stop.signal.addEventListener('abort', watchLive(onChange));
    return () => stop.abort();
  },
  isLookedAt: () => document.visibilityState === 'visible' && document.hasFocus(),
  watchVisibility(onChange) {
    const stop = new AbortController();
    document.addEventListener('visibilitychange', onChange, { signal: stop.signal });
    addEventListener('focus', onChange, { signal: stop.signal });
    return () => stop.abort();
  },
  isStill: (memberId) => readUser()?.id === memberId,
};
