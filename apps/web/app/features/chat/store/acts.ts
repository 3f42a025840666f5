import type { ChatMessage, ChatPreferences, Room } from '@mojian/contract/chat';
import { sayIfLost } from '../../../ui/say-if-lost.ts';
import type { Core } from './core.ts';
import type { InnerState } from './inner-state.ts';
import type { Reading } from './reading.ts';
import { changeRoom, withRoom } from './room-list.ts';

type Change = (now: InnerState) => Partial<InnerState>;

/** What a member does with messages and rooms. What fails is undone, and said. */
export function createActs({ box, parts }: Core, { listing, told }: Reading) {
  const { chat } = parts.calls;

  /** Shows it at once, and takes it back when it fails. */
  async function atOnce(change: Change, undo: Change, call: () => Promise<unknown>) {
    listing.outdate();
    box.set(change(box.get()));
    const isDone = await succeeds(call);
    listing.outdate();
    if (!isDone) box.set(undo(box.get()));
    listing.askSoon();
    return isDone;
  }

  return {
    withdraw: ({ id }: ChatMessage) => succeeds(async () => told(await chat.withdraw({ body: { id } }))),
    release: ({ id }: ChatMessage) => succeeds(() => chat.release({ body: { id } })),
    report: ({ id }: ChatMessage, reason: string) => succeeds(() => chat.report({ body: { id, reason } })),
    hide: ({ id }: ChatMessage) =>
      atOnce(
        ({ hidden }) => ({ hidden: new Set([...hidden, id]) }),
        ({ hidden }) => ({ hidden: without(hidden, id) }),
        () => chat.hide({ query: { id } }),
      ),
    accept: (roomId: number) =>
      atOnce(inRoom(roomId, { request: null }), inRoom(roomId, { request: 'received' }), () =>
        chat.accept({ body: { roomId } }),
      ),
    mute: (roomId: number, muted: boolean) =>
      atOnce(inRoom(roomId, { muted }), inRoom(roomId, { muted: !muted }), () =>
        chat.mute({ body: { roomId, muted } }),
      ),
    block: (userId: number) => atOnce(blocking(userId), unblocking(userId), () => chat.block({ query: { userId } })),
    unblock: (userId: number) =>
      atOnce(unblocking(userId), blocking(userId), () => chat.unblock({ query: { userId } })),
    deleteRoom(roomId: number) {
      const { rooms, open } = box.get();
      const room = rooms?.find(({ id }) => id === roomId);
      return atOnce(
        (now) => ({
          rooms: now.rooms?.filter(({ id }) => id !== roomId),
          open: now.open?.room.id === roomId ? undefined : now.open,
        }),
        (now) => ({ rooms: room && withRoom(now.rooms ?? [], room), open: now.open ?? open }),
        () => chat.deleteRoom({ query: { roomId } }),
      );
    },
    setPreferences(change: Partial<ChatPreferences>) {
      const before = box.get().preferences;
      return atOnce(
        ({ preferences }) => ({ preferences: { ...preferences, ...change } }),
        () => ({ preferences: before }),
        () => chat.preferences({ body: change }),
      );
    },
  };
}

/** Whether it did. Refusals were said in a toast; this says it of what never arrived. */
async function succeeds(call: () => Promise<unknown>) {
  try {
    await call();
    return true;
  } catch (error) {
    sayIfLost(error);
    return false;
  }
}

function inRoom(roomId: number, change: Partial<Room>): Change {
  return ({ rooms }) => ({ rooms: changeRoom(rooms, roomId, (room) => ({ ...room, ...change })) });
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

function without(numbers: ReadonlySet<number>, gone: number) {
  return new Set([...numbers].filter((one) => one !== gone));
}
