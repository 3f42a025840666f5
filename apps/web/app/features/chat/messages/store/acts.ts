import type { ChatMessage, ChatPreferences, Room } from '@mojian/contract/chat/messages';
import { type Change, createAtOnce, succeeds, without } from './at-once.ts';
import { createBlocking } from './blocking.ts';
import type { Core } from './core.ts';
import type { Reading } from './reading.ts';
import { changeRoom, withRoom } from './room-list.ts';

/** What a member does with messages and rooms. What fails is undone, and said. */
export function createActs(core: Core, { history, listing, told }: Reading) {
  const { box, parts } = core;
  const { chat } = parts.calls;
  const atOnce = createAtOnce(core, listing);
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
    ...createBlocking(core, history, atOnce),
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

function inRoom(roomId: number, change: Partial<Room>): Change {
  return ({ rooms }) => ({ rooms: changeRoom(rooms, roomId, (room) => ({ ...room, ...change })) });
}
