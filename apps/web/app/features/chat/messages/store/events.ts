import { type LiveEvent, pauseAfter, waitFor } from '@mojian/client/live-stream';
import type { ChatMessage, ChatPerson } from '@mojian/contract/chat/messages';
import { generationOf } from '@mojian/contract/platform/feed-generation';
import { type History, inVisitorsRoom } from './history.ts';
import { changeRoom, type Listing, withOnline, withRead } from './rooms.ts';
import { type Core, nothingKnown, stillTyping, withMessage, withoutTypist, withTypist } from './state.ts';

type HearingDeps = {
  core: Core;
  listing: Listing;
  history: History;
  takeIn: TakeIn;
  catchUp: CatchUp;
  onResumed: () => void;
};

/** Handlers of live events by type. */
export function createHearing({ core, listing, history, takeIn, catchUp, onResumed }: HearingDeps) {
  const { box, sequence, marks, meId } = core;
  const typing = createTyping(core);

  /** The server tells the newest id: the gap is closed at once if all events up to it were applied. */
  const mayHaveMissed = ({ type, id }: LiveEvent) => {
    sequence.openGap();
    const upTo = sequence.upTo() ?? id;
    if (generationOf(id) !== generationOf(upTo) || (type === 'reset' && id < upTo)) beginAgain();
    if ((sequence.upTo() ?? -1) >= id) sequence.closeGap(sequence.gap());
    else void catchUp.run();
  };
  const acts: Record<string, (event: LiveEvent) => void> = {
    hello: mayHaveMissed,
    reset: mayHaveMissed,
    resumed: onResumed,
    chat: ({ data }) => {
      const message = meId === 0 ? inVisitorsRoom(data as ChatMessage) : (data as ChatMessage);
      if (sequence.acceptLive(message.seq)) takeIn(message);
    },
    typing: ({ id, of = 0 }) => typing(id, of),
    read: ({ id, of = 0 }) => changeRooms(of, (room) => ({ ...room, peerReadId: Math.max(room.peerReadId ?? 0, id) })),
    'read-own': ({ id, of = 0 }) => {
      const { open, blocked } = box.get();
      if (open?.room.id !== of) listing.askSoon();
      changeRooms(of, (room) => withRead(room, id, open?.timeline.messages ?? [], { meId, blocked }));
    },
    room: () => listing.askSoon(),
    presence: ({ data }) => {
      const { on, off } = data as { on: number[]; off: number[] };
      const { rooms } = box.get();
      if (rooms) box.set({ rooms: withOnline(rooms, on, off) });
    },
  };

  /** A restored backup gives the numbers of lost messages to new ones: drops whatever is known by number. */
  function beginAgain() {
    const { open } = box.get();
    sequence.restart();
    marks.clear();
    listing.beginAgain();
    box.set({ hidden: new Set(), open: open && { ...open, timeline: nothingKnown, unreadFrom: null } });
    void history.load();
  }

  function changeRooms(id: number, change: Parameters<typeof changeRoom>[2]) {
    box.set({ rooms: changeRoom(box.get().rooms, id, change) });
  }

  return (event: LiveEvent) => acts[event.type]?.(event);
}

const somebody: Omit<ChatPerson, 'id'> = { nickname: '有人', avatar: '', badge: null };

/** Milliseconds between looks at who has stopped typing, while somebody types. */
const typingInterval = 1000;

/** Handler of typing signals. The person is known from the room or from an earlier message. */
function createTyping({ box, meId, clock, left }: Core) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  left.addEventListener('abort', () => clearTimeout(timer));

  function tidy() {
    const before = box.get().typists;
    const after = stillTyping(before, clock.now());
    if (after !== before) box.set({ typists: after });
    timer = after.length > 0 && !left.aborted ? setTimeout(tidy, typingInterval) : undefined;
  }

  return (id: number, roomId: number) => {
    const { open, rooms, typists, preferences } = box.get();
    if (id === meId || !preferences.typing) return;
    const known =
      open?.room.id === roomId ? open.timeline.messages.findLast(({ sender }) => sender.id === id) : undefined;
    const peer = rooms?.find((room) => room.id === roomId)?.peer;
    const person = known?.sender ?? (peer?.id === id ? peer : { ...somebody, id });
    box.set({ typists: withTypist(typists, roomId, person, clock.now()) });
    timer ??= setTimeout(tidy, typingInterval);
  };
}

/** Removes an unsent message once the server has it, by its client key. */
export type OnSent = (key: string, message: ChatMessage) => void;
type TakeIn = ReturnType<typeof createTakeIn>;

/** Adds or updates a message wherever it is shown. */
export function createTakeIn(core: Core, listing: Listing, onSent: OnSent) {
  return (message: ChatMessage) => {
    core.recent.add(message);
    core.clock.seen(message.createdAt);
    const { open, typists } = core.box.get();
    core.box.set({
      open: open?.room.id === message.roomId ? { ...open, timeline: withMessage(open.timeline, message) } : open,
      typists: withoutTypist(typists, message.roomId, message.sender.id),
    });
    listing.spoken(message);
    if (message.key !== null && message.sender.id === core.meId) onSent(message.key, message);
  };
}

type CatchUpDeps = { core: Core; listing: Listing; history: History; takeIn: TakeIn };

/** Pages of changes to catch up on before reloading everything. */
const pagesAtMost = 10;

/** Loads events the stream missed; retries until nothing is missing. */
export class CatchUp {
  readonly #deps: CatchUpDeps;
  #running: Promise<void> | undefined;

  constructor(deps: CatchUpDeps) {
    this.#deps = deps;
  }

  /** Starts catching up, or joins the run under way, which also closes gaps that open meanwhile. */
  run() {
    this.#running ??= this.#untilWhole().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #untilWhole() {
    const { sequence, left } = this.#deps.core;
    for (let failures = 0; sequence.gap() !== undefined && !left.aborted; ) {
      const gap = sequence.gap();
      const isFilled = await this.#fill().catch(() => undefined);
      if (isFilled) sequence.closeGap(gap);
      if (isFilled === undefined) await waitFor(pauseAfter(failures), left);
      failures = isFilled === undefined ? failures + 1 : 0;
    }
  }

  /** Returns false when there was too much and the latest page was loaded instead. */
  async #fill() {
    const { core, listing } = this.#deps;
    if (core.sequence.upTo() === undefined) core.sequence.completeUpTo((await listing.load()).seq);
    for (let page = 0; core.source.changes && page < pagesAtMost; page += 1)
      if (!(await this.#fillPage(core.source.changes))) return true;
    return this.#beginAnew();
  }

  /** Returns whether there is more. */
  async #fillPage(changes: NonNullable<Core['source']['changes']>) {
    const { core, takeIn } = this.#deps;
    const { records, seq, more } = await changes(core.sequence.upTo() ?? 0);
    for (const message of records) if (core.sequence.acceptReply(message.seq)) takeIn(message);
    core.sequence.completeUpTo(seq);
    return more;
  }

  async #beginAnew() {
    const { core, listing, history } = this.#deps;
    const { seq } = await listing.load();
    const isFollowed = core.source.changes === null && (await history.follow());
    if (core.box.get().open && !isFollowed && (await history.load()) === 'lost')
      throw new Error('the newest page did not come');
    core.sequence.completeUpTo(seq);
    return core.source.changes === null;
  }
}
