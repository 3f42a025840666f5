import type { ChatMessage, Room } from '@mojian/contract/chat/messages';
import type { Core } from './state.ts';

type Around = { meId: number; blocked: ReadonlySet<number> };

/** More than this many unread messages are not counted. */
const unreadAtMost = 100;

/**
 * The list after something was said or changed; `undefined` where only the server can tell what it looks like now: a room
 * that was not in it, or a change to something that was said before.
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

/** Everything up to a message has been read. `known` are messages of the room without a hole up to the newest. */
export function withRead(room: Room, readId: number, known: ChatMessage[], around: Around): Room {
  if (readId <= room.readId) return room;
  const isAll = readId >= (room.last?.id ?? 0);
  const passed = known.filter((message) => message.id <= readId && isUnread(room, message, around)).length;
  const unread = isAll ? 0 : Math.max(0, room.unread - passed);
  return { ...room, readId, unread, called: room.called && unread > 0 };
}

/** Whether somebody else said it and the viewer has not read it. What blocked people say in the group does not count. */
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
export function withPresence(rooms: Room[], on: number[], off: number[]) {
  return rooms.map((room) => {
    if (room.present !== null) return { ...room, present: Math.max(0, room.present + on.length - off.length) };
    if (room.peer === null || room.online === null) return room;
    if (on.includes(room.peer.id)) return { ...room, online: true };
    return off.includes(room.peer.id) ? { ...room, online: false } : room;
  });
}

/** The group stays on top; the room somebody spoke in last follows. */
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

/** A message as the one line under its room's name, as the server's list of rooms has it. */
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
  const text = pieces.map((piece) => piece.text).join('');
  const characters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  return characters.length > longestLine ? `${characters.slice(0, longestLine).join('')}…` : characters.join('');
}

/** Milliseconds: several changes that only the server can count are asked for together. */
const gathering = 300;

/** The list of rooms, kept as the server would give it. */
export class Listing {
  readonly #core: Core;
  #asked = 0;
  /** The list holds every change up to this. */
  #upTo = 0;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(core: Core) {
    this.#core = core;
    core.left.addEventListener('abort', () => clearTimeout(this.#waiting));
  }

  /**
   * Asks for it anew.
   * @throws Failure when no list came.
   */
  async load() {
    const { box, recent, source } = this.#core;
    this.#asked += 1;
    const turn = this.#asked;
    try {
      const { answer, since } = await recent.during(source.rooms);
      if (turn === this.#asked) this.#take(answer, since);
      return answer.extra;
    } catch (error) {
      if (turn === this.#asked) box.set({ failed: box.get().rooms === undefined });
      throw error;
    }
  }

  /** The member changes something: a list that was asked for before does not know of it. */
  outdate() {
    this.#asked += 1;
  }

  /** Soon, once for all that happens until then. */
  askSoon() {
    clearTimeout(this.#waiting);
    if (!this.#core.left.aborted) this.#waiting = setTimeout(() => void this.load().catch(() => {}), gathering);
  }

  /** Something was said, or has changed. */
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
    if (sequence.upTo() === undefined) sequence.reached(extra.seq);
    this.#upTo = extra.seq;
    const rooms = data.map((room) => this.#asRead(room));
    box.set({ rooms, failed: false, blocked: new Set(extra.blocked), preferences: extra.preferences });
    for (const message of since) this.spoken(message);
  }

  /** Keeps rooms read that were read here after the list was made. */
  #asRead(room: Room) {
    const { rooms, blocked, open } = this.#core.box.get();
    const readId = rooms?.find(({ id }) => id === room.id)?.readId ?? 0;
    const known = open?.room.id === room.id ? open.timeline.messages : [];
    return withRead(room, readId, known, { blocked, meId: this.#core.meId });
  }
}
