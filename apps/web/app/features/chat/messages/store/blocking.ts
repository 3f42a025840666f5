import type { Room } from '@mojian/contract/chat/messages';
import { type AtOnce, type Change, without } from './at-once.ts';
import type { Core } from './core.ts';
import type { History } from './history.ts';

/** Whom a member does not want to hear. */
export function createBlocking({ box, parts }: Core, history: History, atOnce: AtOnce) {
  const { chat } = parts.calls;
  return {
    block: (userId: number) => atOnce(blocking(userId), unblocking(userId), () => chat.block({ query: { userId } })),
    async unblock(userId: number) {
      const isDone = await atOnce(unblocking(userId), blocking(userId), () => chat.unblock({ query: { userId } }));
      // what they said in the group was kept from here
      if (isDone && box.get().open?.room.kind === 'group') await history.load();
      return isDone;
    },
  };
}

function blocking(userId: number): Change {
  return ({ blocked, rooms }) => ({ blocked: new Set([...blocked, userId]), rooms: withBlocked(rooms, userId, true) });
}

function unblocking(userId: number): Change {
  return ({ blocked, rooms }) => ({ blocked: without(blocked, userId), rooms: withBlocked(rooms, userId, false) });
}

function withBlocked(rooms: Room[] | undefined, userId: number, blocked: boolean) {
  return rooms?.map((room) => (room.peer?.id === userId ? { ...room, blocked } : room));
}
