import { toast } from '../../../ui/toast.ts';
import type { Chat } from '../chat.ts';
import type { Core } from './core.ts';
import type { History } from './history.ts';
import type { Listing } from './listing.ts';
import { isUnread, withRoom } from './room-list.ts';
import { nothingKnown } from './stretch.ts';

type Which = Parameters<Chat['openRoom']>[0];

/** With more unread than this, a room opens where they begin instead of at its end. */
const unreadOnPage = 25;
const goneWords = '这条消息已经不在了';

/** Goes from room to room. */
export function createOpening(core: Core, listing: Listing, history: History) {
  const { box } = core;
  let turn = 0;

  async function openRoom(which: Which, messageId?: number) {
    turn += 1;
    const mine = turn;
    history.forget();
    if (!which && messageId === undefined) return box.set({ open: undefined, opening: false });
    box.set({ opening: true });
    const room = await find(which).catch(() => undefined);
    if (mine !== turn || core.left.aborted) return;
    box.set({ opening: false, ...(!room && { open: undefined }) });
    if (!room) return;
    const sought = messageId ?? null;
    box.set({ open: { room, stretch: nothingKnown, unreadFrom: null, sought } });
    await loadFirst(messageId ?? firstUnread(room));
    if (mine !== turn) return;
    markUnread(room.id, room.readId);
  }

  /** Rooms are known by the list, a new one by asking for it. */
  async function find(which: Which) {
    if (!box.get().rooms) await listing.load();
    const known = box.get().rooms?.find((room) => {
      if (!which) return room.kind === 'group';
      return 'roomId' in which ? room.id === which.roomId : room.peer?.id === which.userId;
    });
    if (known || !which || 'roomId' in which) return known;
    const room = await core.parts.calls.chat.addRoom({ query: { userId: which.userId } });
    box.set({ rooms: withRoom(box.get().rooms ?? [], room) });
    return room;
  }

  async function loadFirst(around: number | undefined) {
    if ((await history.load(around)) !== 'gone') return;
    const { open } = box.get();
    if (open?.sought) toast('info', goneWords);
    if (open) box.set({ open: { ...open, sought: null } });
    await history.load();
  }

  /** The line stands where the page knows what was before it, or where nothing was. */
  function markUnread(roomId: number, readId: number) {
    const { open, blocked } = box.get();
    if (open?.room.id !== roomId) return;
    const room = { ...open.room, readId };
    const { messages, hasOlder } = open.stretch;
    const at = messages.findIndex((message) => isUnread(room, message, { meId: core.meId, blocked }));
    const isKnown = at > 0 || (at === 0 && !hasOlder);
    if (room.unread > 0 && isKnown) box.set({ open: { ...open, unreadFrom: messages[at]?.id ?? null } });
  }

  async function seek(messageId: number) {
    const { open } = box.get();
    if (!open) return;
    const isThere = open.stretch.messages.some(({ id }) => id === messageId);
    if (!isThere && (await history.load(messageId)) === 'gone') return toast('info', goneWords);
    const now = box.get().open;
    if (now?.room.id === open.room.id) box.set({ open: { ...now, sought: messageId } });
  }

  return { openRoom, seek };
}

function firstUnread({ unread, readId }: { unread: number; readId: number }) {
  return unread > unreadOnPage && readId > 0 ? readId : undefined;
}
