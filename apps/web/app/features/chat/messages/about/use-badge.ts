import type { Room } from '@mojian/contract/chat/messages';
import { useEffect } from 'react';
import { showBadge } from '../../../../ui/badge.ts';

/** What is unread in rooms that are not muted stands in the tab's title while nobody looks. */
export function useBadge(rooms: Room[] | undefined) {
  const unread = (rooms ?? []).filter(({ muted }) => !muted).reduce((sum, room) => sum + room.unread, 0);
  useEffect(() => showBadge('chat', unread), [unread]);
  useEffect(() => () => showBadge('chat', 0), []);
}
