import type { Room } from '@mojian/contract/chat';
import { useEffect, useRef } from 'react';
import { hasSound, ring } from './sound.ts';

/** Rings for what others say in rooms that are not muted, while nobody looks at the page. */
export function useRinging(rooms: Room[] | undefined) {
  const heard = useRef<number>(undefined);
  useEffect(() => {
    if (!rooms) return;
    const newest = newestOf(rooms);
    const isNew = heard.current !== undefined && newest > heard.current;
    heard.current = Math.max(newest, heard.current ?? 0);
    if (isNew && !isLookedAt() && hasSound()) ring();
  }, [rooms]);
}

/** The newest unread message that is anybody's concern. */
function newestOf(rooms: Room[]) {
  const ringing = rooms.filter(({ muted, last, unread }) => !muted && unread > 0 && last && !last.own);
  return Math.max(0, ...ringing.map(({ last }) => last?.id ?? 0));
}

function isLookedAt() {
  return document.visibilityState === 'visible' && document.hasFocus();
}
