import type { ChatMessage, ChatPreferences, Room } from '@mojian/contract/chat/messages';
import { sayIfLost } from '../../../../ui/say-if-lost.ts';
import { askToLogIn } from '../../../core/asks-login/ask-to-log-in.ts';
import type { Chat } from '../chat.ts';
import type { History } from './history.ts';
import type { Reading } from './reading.ts';
import { changeRoom, type Listing, withRoom } from './rooms.ts';
import type { Core, InnerState } from './state.ts';

/** Actions of a member on messages and rooms. Failures are rolled back and reported in a toast. */
export function createActs(core: Core, { history, listing, notified }: Reading) {
  const { box, deps } = core;
  const { chat } = deps.calls;
  const atOnce = createAtOnce(core, listing);
  return {
    withdraw: ({ id }: ChatMessage) => succeeds(async () => notified(await chat.withdraw({ body: { id } }))),
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

type Change = (now: InnerState) => Partial<InnerState>;

type AtOnce = ReturnType<typeof createAtOnce>;

/** Applies a change optimistically and rolls it back on failure. */
function createAtOnce({ box }: Core, listing: Listing) {
  return async (change: Change, undo: Change, call: () => Promise<unknown>) => {
    listing.outdate();
    box.set(change(box.get()));
    const isDone = await succeeds(call);
    listing.outdate();
    if (!isDone) box.set(undo(box.get()));
    listing.askSoon();
    return isDone;
  };
}

/** Whether the call succeeded. Refusals were shown; this reports lost connections. */
async function succeeds(call: () => Promise<unknown>) {
  try {
    await call();
    return true;
  } catch (error) {
    sayIfLost(error);
    return false;
  }
}

function without(numbers: ReadonlySet<number>, gone: number) {
  return new Set([...numbers].filter((one) => one !== gone));
}

function createBlocking({ box, deps, pageState }: Core, history: History, atOnce: AtOnce) {
  const { blocks } = deps.calls;
  return {
    async block(userId: number) {
      const isDone = await atOnce(blocking(userId), unblocking(userId), () => blocks.block({ query: { userId } }));
      if (isDone) pageState.rememberBlocked(userId, true);
      return isDone;
    },
    async unblock(userId: number) {
      const isDone = await atOnce(unblocking(userId), blocking(userId), () => blocks.unblock({ query: { userId } }));
      if (isDone) pageState.rememberBlocked(userId, false);
      // the server leaves blocked people's messages out of the group
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

const ask = async () => {
  askToLogIn();
  return false;
};

/** Actions of a visitor: each opens the login dialog. */
export const askInstead = {
  send: askToLogIn,
  withdraw: ask,
  hide: ask,
  release: ask,
  report: ask,
  deleteRoom: ask,
  mute: ask,
  accept: ask,
  block: ask,
  unblock: ask,
  setPreferences: ask,
} satisfies Partial<Chat>;
