import type { ChatMessage, Room } from '@mojian/contract/chat/messages';
import { shortLine } from '@mojian/contract/platform/format';
import type { Core } from './state.ts';

type Around = { meId: number; blocked: ReadonlySet<number> };

/** Cap of the unread count. */
const unreadAtMost = 100;

/**
 * The list after a message was added or changed; `undefined` when it must be reloaded: the room is new, or an older
 * message changed.
 */
export function withSpoken(rooms: Room[], message: ChatMessage, around: Around): Room[] | undefined {
  const room = rooms.find(({ id }) => id === message.roomId);
  if (!room) return undefined;
  if (room.kind === 'group' && around.blocked.has(message.sender.id)) return rooms;
  if (!isNewest(room, message) || isGone(message)) return undefined;
  const counts = isUnread(room, message, around);
  const changed: Room = {
    ...room,
    last: lineOf(message, around.meId),
    unread: counts ? Math.min(unreadAtMost, room.unread + 1) : room.unread,
    called: room.called || (counts && calls(message, around.meId)),
  };
  return inOrder(rooms, changed);
}

/** The room read up to a message. `known`: loaded messages, contiguous up to the newest. */
export function withRead(room: Room, readId: number, known: ChatMessage[], around: Around): Room {
  if (readId <= room.readId) return room;
  const isAll = readId >= (room.last?.id ?? 0);
  const passed = known.filter((message) => message.id <= readId && isUnread(room, message, around)).length;
  const unread = isAll ? 0 : Math.max(0, room.unread - passed);
  return { ...room, readId, unread, called: room.called && unread > 0 };
}

/** Whether a message counts as unread. Blocked people's do not count in the group. */
export function isUnread(room: Room, { id, sender, state }: ChatMessage, { meId, blocked }: Around) {
  if (room.kind === 'group' && blocked.has(sender.id)) return false;
  return id > room.readId && sender.id !== meId && state === 'shown';
}

export function withRoom(rooms: Room[], room: Room) {
  return rooms.some(({ id }) => id === room.id)
    ? rooms.map((one) => (one.id === room.id ? room : one))
    : inOrder(rooms, room);
}

export function changeRoom(rooms: Room[] | undefined, id: number, change: (room: Room) => Room) {
  return rooms?.map((room) => (room.id === id ? change(room) : room));
}

/** Applies an online event. Rooms whose peer hides their online state stay as they are. */
export function withOnline(rooms: Room[], on: number[], off: number[]) {
  return rooms.map((room) => {
    if (room.present !== null) return { ...room, present: Math.max(0, room.present + on.length - off.length) };
    if (room.peer === null || room.online === null) return room;
    if (on.includes(room.peer.id)) return { ...room, online: true };
    return off.includes(room.peer.id) ? { ...room, online: false } : room;
  });
}

/** The group stays first; the room with the newest message follows. */
function inOrder(rooms: Room[], spoken: Room) {
  const others = rooms.filter(({ id }) => id !== spoken.id);
  const groups = others.filter(({ kind }) => kind === 'group');
  const privates = others.filter(({ kind }) => kind === 'private');
  return [...groups, spoken, ...privates];
}

function isNewest({ last }: Room, { id }: ChatMessage) {
  return id > (last?.id ?? 0);
}

function isGone({ state }: ChatMessage) {
  return state === 'withdrawn' || state === 'removed';
}

function calls({ pieces }: ChatMessage, meId: number) {
  return pieces.some((piece) => 'memberId' in piece && piece.memberId === meId);
}

const longestLine = 80;

/** A message as the line below its room's name, as the server writes it. */
export function lineOf(message: ChatMessage, meId: number): NonNullable<Room['last']> {
  return {
    id: message.id,
    sender: message.sender.nickname,
    text: [message.picture && '[图片]', excerptOf(message)].filter(Boolean).join(' '),
    own: message.sender.id === meId,
    createdAt: message.createdAt,
  };
}

function excerptOf({ pieces }: ChatMessage) {
  return shortLine(pieces.map((piece) => piece.text).join(''), longestLine);
}

/** Debounce in milliseconds for reloading the list. */
const gathering = 300;

/** Room list, kept as the server would return it. */
export class Listing {
  readonly #core: Core;
  #asked = 0;
  /** The list contains every change up to this sequence number. */
  #upTo = 0;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(core: Core) {
    this.#core = core;
    core.left.addEventListener('abort', () => clearTimeout(this.#waiting));
  }

  /** Reloads the list. Outdated answers are dropped, unless there is no list yet. @throws Failure when that fails. */
  async load() {
    const { box, recent, source } = this.#core;
    this.#asked += 1;
    const turn = this.#asked;
    try {
      const { answer, since } = await recent.during(source.rooms);
      if (turn === this.#asked || box.get().rooms === undefined) this.#take(answer, since);
      return answer.extra;
    } catch (error) {
      if (turn === this.#asked) box.set({ failed: box.get().rooms === undefined });
      throw error;
    }
  }

  /** Own change: lists requested before it are outdated. */
  outdate() {
    this.#asked += 1;
  }

  /** The numbers of messages begin again: drops read positions and pending answers. */
  beginAgain() {
    const { box } = this.#core;
    this.outdate();
    this.#upTo = 0;
    box.set({ rooms: box.get().rooms?.map((room) => ({ ...room, readId: 0 })) });
  }

  /** Reloads after a debounce. */
  askSoon() {
    clearTimeout(this.#waiting);
    if (!this.#core.left.aborted) this.#waiting = setTimeout(() => void this.load().catch(() => {}), gathering);
  }

  /** Applies a new or changed message. */
  spoken(message: ChatMessage) {
    const { box, meId } = this.#core;
    const { rooms, blocked } = box.get();
    if (!rooms || message.seq <= this.#upTo) return;
    const changed = withSpoken(rooms, message, { meId, blocked });
    if (changed) box.set({ rooms: changed });
    else this.askSoon();
  }

  #take({ data, extra }: Awaited<ReturnType<Core['source']['rooms']>>, since: ChatMessage[]) {
    const { box, sequence } = this.#core;
    if (sequence.upTo() === undefined) sequence.completeUpTo(extra.seq);
    this.#upTo = extra.seq;
    const rooms = data.map((room) => this.#asRead(room));
    box.set({ rooms, failed: false, blocked: new Set(extra.blocked), preferences: extra.preferences });
    for (const message of since) this.spoken(message);
  }

  /** Keeps read positions newer than the list. */
  #asRead(room: Room) {
    const { rooms, blocked, open } = this.#core.box.get();
    const readId = rooms?.find(({ id }) => id === room.id)?.readId ?? 0;
    const known = open?.room.id === room.id ? open.timeline.messages : [];
    return withRead(room, readId, known, { blocked, meId: this.#core.meId });
  }
}
