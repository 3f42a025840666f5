import type { Room } from '@mojian/contract/chat/messages';
import { useEffect, useRef } from 'react';
import { openBell } from './bell.ts';
import { hasSound, ring } from './sound.ts';

/** Rings for what others say in rooms that are not muted, while nobody looks at the page: in one tab, however many are open. */
export function useRinging(rooms: Room[] | undefined) {
  const heard = useRef<number>(undefined);
  const hasBell = useBell();
  useEffect(() => {
    if (!rooms) return;
    const newest = newestOf(rooms);
    const isNew = heard.current !== undefined && newest > heard.current;
    heard.current = Math.max(newest, heard.current ?? 0);
    if (isNew && !isLookedAt() && hasSound() && hasBell()) ring();
  }, [rooms, hasBell]);
}

/** The tab that was pressed last has the bell: one that was never pressed may not sound. */
function useBell() {
  const bell = useRef<ReturnType<typeof openBell>>(undefined);
  useEffect(() => {
    const own = openBell(navigator.locks as LockManager | undefined);
    bell.current = own;
    const stop = new AbortController();
    const take = () => void (isLookedAt() && own.take());
    addEventListener('focus', () => navigator.userActivation?.hasBeenActive && take(), { signal: stop.signal });
    for (const press of ['pointerdown', 'keydown']) addEventListener(press, take, { signal: stop.signal });
    return () => {
      stop.abort();
      own.letGo();
    };
  }, []);
  return useRef(() => bell.current?.isMine() ?? false).current;
}

/** The newest unread message that is anybody's concern. */
function newestOf(rooms: Room[]) {
  const ringing = rooms.filter(({ muted, last, unread }) => !muted && unread > 0 && last && !last.own);
  return Math.max(0, ...ringing.map(({ last }) => last?.id ?? 0));
}

function isLookedAt() {
  return document.visibilityState === 'visible' && document.hasFocus();
}
