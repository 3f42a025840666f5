import { useLayoutEffect, useRef } from 'react';
import type { Chat } from '../chat.ts';

/** So long something is looked at before it is seen, in milliseconds. */
const moment = 200;

/** What stays in sight for a moment is seen; what only passes by is not. */
export function useTellSeen(chat: Chat) {
  const told = useRef({ id: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined });
  useLayoutEffect(() => () => clearTimeout(told.current.timer), []);
  return (id: number) => {
    clearTimeout(told.current.timer);
    if (id <= told.current.id) return;
    told.current.timer = setTimeout(() => {
      if (!isLookedAt()) return;
      told.current.id = id;
      chat.seen(id);
    }, moment);
  };
}

function isLookedAt() {
  return document.visibilityState === 'visible' && document.hasFocus();
}
