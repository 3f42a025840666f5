import type { ChatMessage, Room } from '@mojian/contract/chat/messages';
import { isFailure } from '@mojian/contract/platform/failures';
import { toast } from '../../../../ui/toast.ts';
import type { Chat } from '../chat.ts';
import { CatchUp, createHearing, createTakeIn, type OnSent } from './events.ts';
import { History } from './history.ts';
import { isUnread, Listing, withRoom } from './rooms.ts';
import { type Core, nothingKnown } from './state.ts';

type Tell = { onSent: OnSent; onResumed: () => void };

export type Reading = ReturnType<typeof createReading>;

/** Loads rooms and messages, applies live events and catches up after gaps. */
export function createReading(core: Core, { onSent, onResumed }: Tell) {
  const { box, sequence, pageState, left, meId } = core;
  const listing = new Listing(core);
  const history = new History(core);
  const opening = new Opening({ core, listing, history });
  const takeIn = createTakeIn(core, listing, onSent);
  const catchUp = new CatchUp({ core, listing, history, takeIn });
  const hear = createHearing({ core, listing, history, takeIn, catchUp, onResumed: resume });

  /** Retries what failed offline once the connection is back. */
  function resume() {
    opening.again();
    listing.askSoon();
    onResumed();
  }

  return {
    history,
    listing,
    /** The message returned by an own call. */
    notified: (message: ChatMessage) => {
      if (sequence.acceptReply(message.seq)) takeIn(message);
    },
    start() {
      const showConnection = () => box.set({ connection: pageState.connection() });
      left.addEventListener('abort', pageState.listen(meId === 0 ? ['group'] : ['group', 'presence', 'me'], hear));
      left.addEventListener('abort', pageState.watchConnection(showConnection));
      void listing.load().catch(() => {});
    },
    moves: {
      openRoom: opening.openRoom.bind(opening),
      seek: opening.seek.bind(opening),
      async reload() {
        await listing.load().catch(() => {});
        if (box.get().open?.timeline.failed) await history.load();
        else opening.again();
      },
      loadOlder: () => history.more('older'),
      loadNewer: () => history.more('newer'),
      dropOldest: () => history.dropOldest(),
      capNewMessages: () => history.capNewMessages(),
      async toNewest() {
        if (box.get().open?.timeline.hasNewer) await history.load();
      },
    },
  };
}

type Which = Parameters<Chat['openRoom']>[0];
type OpeningDeps = { core: Core; listing: Listing; history: History };

/** With more unread messages a room opens at the first one, else at its end. */
const unreadOnPage = 25;

/** Opens rooms, and messages in them. */
class Opening {
  readonly #core: Core;
  readonly #listing: Listing;
  readonly #history: History;
  #turn = 0;
  #unfound: (() => Promise<void>) | undefined;

  constructor({ core, listing, history }: OpeningDeps) {
    this.#core = core;
    this.#listing = listing;
    this.#history = history;
  }

  async openRoom(which: Which, messageId?: number) {
    const { box, left, meId } = this.#core;
    this.#turn += 1;
    const turn = this.#turn;
    if (!which && messageId === undefined && meId !== 0) return this.#show(undefined, null);
    box.set({ opening: true });
    this.#unfound = undefined;
    const room = await this.#find(which).catch((error: unknown) => {
      if (mayPass(error)) this.#unfound = () => this.openRoom(which, messageId);
      return undefined;
    });
    if (turn !== this.#turn || left.aborted) return;
    if (room && this.#isOpen(room)) return this.#stay(messageId);
    this.#show(room, messageId ?? null);
    if (!room) return;
    await this.#loadFirst(messageId ?? firstUnread(room));
    if (turn === this.#turn) this.#drawLine(room);
  }

  /** Retries a pending opening after reconnecting. */
  again() {
    const { open } = this.#core.box.get();
    if (open?.timeline.failed && open.timeline.messages.length === 0) void this.#history.load();
    else if (!open) void this.#unfound?.();
  }

  async seek(messageId: number) {
    const { box } = this.#core;
    const { open } = box.get();
    if (!open) return;
    const isThere = open.timeline.messages.some(({ id }) => id === messageId);
    const found = isThere ? 'there' : await this.#history.load(messageId);
    if (found === 'gone') sayGone();
    const now = box.get().open;
    if (found === 'there' && now?.room.id === open.room.id) box.set({ open: { ...now, sought: messageId } });
  }

  #show(room: Room | undefined, sought: number | null) {
    this.#history.forget();
    const open = room && { room, timeline: nothingKnown, unreadFrom: null, sought };
    this.#core.box.set({ opening: false, open });
  }

  #isOpen({ id }: Room) {
    const { open } = this.#core.box.get();
    return open?.room.id === id && !open.timeline.failed;
  }

  /** The room is open: keep it and its unread line. */
  async #stay(messageId: number | undefined) {
    this.#core.box.set({ opening: false });
    if (messageId !== undefined) await this.seek(messageId);
  }

  /** Finds a room in the list, or creates a private one. */
  async #find(which: Which) {
    const { box, deps } = this.#core;
    if (!box.get().rooms) await this.#listing.load();
    const known = box.get().rooms?.find((room) => isThis(room, which));
    if (known || !which || 'roomId' in which) return known;
    const room = await deps.calls.chat.addRoom({ query: { userId: which.userId } });
    box.set({ rooms: withRoom(box.get().rooms ?? [], room) });
    return room;
  }

  async #loadFirst(around: number | undefined) {
    const { box } = this.#core;
    if ((await this.#history.load(around)) !== 'gone') return;
    const { open } = box.get();
    if (open?.sought) sayGone();
    if (open) box.set({ open: { ...open, sought: null } });
    await this.#history.load();
  }

  /** Places the unread line only where the preceding message is known or absent. */
  #drawLine(room: Room) {
    const { box, meId } = this.#core;
    const { open, blocked } = box.get();
    if (open?.room.id !== room.id || room.unread === 0) return;
    const { messages, hasOlder } = open.timeline;
    const at = messages.findIndex((message) => isUnread(room, message, { meId, blocked }));
    const isKnown = at > 0 || (at === 0 && !hasOlder);
    if (isKnown) box.set({ open: { ...open, unreadFrom: messages[at]?.id ?? null } });
  }
}

function isThis(room: Room, which: Which) {
  if (!which) return room.kind === 'group';
  return 'roomId' in which ? room.id === which.roomId : room.peer?.id === which.userId;
}

/** Errors without a response may be temporary. */
function mayPass(error: unknown) {
  return isFailure(error) && ['unavailable', 'unexpected', 'too-many-requests'].includes(error.id);
}

function firstUnread({ unread, readId }: Room) {
  return unread > unreadOnPage && readId > 0 ? readId : undefined;
}

function sayGone() {
  toast('info', '这条消息已经不在了');
}
