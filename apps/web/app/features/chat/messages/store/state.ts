import type { LiveEvent } from '@mojian/client/live-stream';
import type { ChatMessage, ChatPage, ChatPerson, ChatPreferences, Room } from '@mojian/contract/chat/messages';
import type { ChatDeps, ChatState, Timeline, Unsent } from '../chat.ts';
import type { Clock, Recent, Sequence } from './sequence.ts';

export type Place = { before?: string; after?: string; around?: number };
type RoomsReply = { data: Room[]; extra: { seq: number; blocked: number[]; preferences: ChatPreferences } };

/** Calls that fetch rooms and messages: a member's, or a visitor's. */
export type Source = {
  rooms: () => Promise<RoomsReply>;
  page: (roomId: number, place: Place) => Promise<ChatPage>;
  /** Changes after a sequence number; null for visitors, who reload the newest page instead. */
  changes: ((seq: number) => Promise<{ records: ChatMessage[]; seq: number; more: boolean }>) | null;
};

/** Page state the chat depends on. */
export type PageState = {
  listen: (topics: string[], onEvent: (event: LiveEvent) => void) => () => void;
  connection: () => 'connecting' | 'live' | 'lost';
  watchConnection: (onChange: () => void) => () => void;
  /** Whether the page is visible. */
  isLookedAt: () => boolean;
  watchVisibility: (onChange: () => void) => () => void;
  /** Whether this member is still logged in. */
  isStill: (memberId: number) => boolean;
  /** Remembers a block for the other screens of this browser. */
  rememberBlocked: (userId: number, isBlocked: boolean) => void;
};

/** State and dependencies shared by the modules of the store. */
export type Core = {
  deps: ChatDeps;
  /** 0 for a visitor. */
  meId: number;
  pageState: PageState;
  source: Source;
  box: Box;
  sequence: Sequence;
  recent: Recent;
  clock: Clock;
  /** Read positions by room, perhaps not reported yet. */
  marks: Map<number, number>;
  left: AbortSignal;
};

/** Full state of the store; screens see `viewOf`. */
export type InnerState = {
  rooms: Room[] | undefined;
  failed: boolean;
  opening: boolean;
  /** `room` as last known: the list may have lost it. */
  open: { room: Room; timeline: Timeline; unreadFrom: number | null; sought: number | null } | undefined;
  typists: Typist[];
  unsent: Unsent[];
  drafts: ReadonlyMap<number, string>;
  blocked: ReadonlySet<number>;
  /** Messages the member deleted for themselves. */
  hidden: ReadonlySet<number>;
  preferences: ChatPreferences;
  connection: ChatState['connection'];
};

type Box = ReturnType<typeof createBox>;

/** Observable state. */
export function createBox(first: Partial<InnerState> = {}) {
  let inner: InnerState = { ...nothingYet, ...first };
  let view = viewOf(inner);
  const watchers = new Set<() => void>();
  return {
    get: () => inner,
    view: () => view,
    set(change: Partial<InnerState>) {
      inner = { ...inner, ...change };
      view = viewOf(inner);
      for (const tell of watchers) tell();
    },
    watch(onChange: () => void) {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
  };
}

const nothingYet: InnerState = {
  rooms: undefined,
  failed: false,
  opening: false,
  open: undefined,
  typists: [],
  unsent: [],
  drafts: new Map(),
  blocked: new Set(),
  hidden: new Set(),
  preferences: { receipts: true, typing: true, presence: true },
  connection: 'connecting',
};

function viewOf({ open, typists, unsent, hidden, ...rest }: InnerState): ChatState {
  if (!open) return { ...rest, open: undefined };
  const room = rest.rooms?.find(({ id }) => id === open.room.id) ?? open.room;
  const here = ({ roomId }: { roomId: number }) => roomId === room.id;
  const blocked = room.kind === 'group' ? rest.blocked : none;
  const sent = new Set(open.timeline.messages.map(({ key }) => key));
  return {
    ...rest,
    open: {
      ...open,
      room,
      timeline: onlyShown(open.timeline, blocked, hidden),
      unsent: unsent.filter((one) => here(one) && !sent.has(one.key)),
      typing: typists.filter(here).flatMap(({ person }) => (blocked.has(person.id) ? [] : [person])),
    },
  };
}

const none: ReadonlySet<number> = new Set();

/** Leaves out deleted messages and blocked people's, also as quotes. */
export function onlyShown(timeline: Timeline, blocked: ReadonlySet<number>, hidden: ReadonlySet<number>) {
  const isShown = ({ id, sender }: ChatMessage) => !blocked.has(sender.id) && !hidden.has(id);
  const isBare = ({ quote }: ChatMessage) => quote === null || quote.isBlocked || !blocked.has(quote.senderId);
  if (timeline.messages.every((message) => isShown(message) && isBare(message))) return timeline;
  const messages = timeline.messages
    .filter(isShown)
    .map((message) => (isBare(message) ? message : quotesHidden(message)));
  return { ...timeline, messages };
}

/** Memoized, so that rows keep their identity. */
function quotesHidden(message: ChatMessage) {
  const made = withoutQuote.get(message) ?? withQuoteHidden(message);
  withoutQuote.set(message, made);
  return made;
}

const withoutQuote = new WeakMap<ChatMessage, ChatMessage>();

function withQuoteHidden({ quote, ...message }: ChatMessage): ChatMessage {
  return { ...message, quote: quote && { ...quote, sender: '', text: '', isPicture: false, isBlocked: true } };
}

export const nothingKnown: Timeline = {
  messages: [],
  hasOlder: false,
  hasNewer: false,
  isLoading: null,
  failed: false,
};

/** Adds or updates a message. One beyond an unloaded end would leave a gap and comes with its page instead. */
export function withMessage(timeline: Timeline, message: ChatMessage): Timeline {
  const { messages } = timeline;
  const at = placeOf(messages, message.id);
  const known = messages[at];
  if (known?.id === message.id)
    return known.seq < message.seq ? { ...timeline, messages: messages.with(at, message) } : timeline;
  if (isBeyond(timeline, at) || isOldTombstone(timeline, message, at)) return timeline;
  return { ...timeline, messages: messages.toSpliced(at, 0, message) };
}

export function withMessages(timeline: Timeline, messages: ChatMessage[]): Timeline {
  return messages.reduce(withMessage, timeline);
}

/** Messages in memory while the reader follows the end, and those that stay beyond it: dropped in large steps. */
const mostFollowed = 500;
const stayLoaded = 300;

/** Drops the oldest of too many messages, which can be loaded again. */
export function withoutOldest(timeline: Timeline): Timeline {
  const { messages, isLoading } = timeline;
  if (messages.length <= mostFollowed || isLoading !== null) return timeline;
  return { ...timeline, messages: messages.slice(-stayLoaded), hasOlder: true };
}

/** Leaves new messages beyond very many ones to be loaded. */
export function withoutNewer(timeline: Timeline): Timeline {
  const { messages, isLoading, hasNewer } = timeline;
  return messages.length <= mostFollowed || isLoading !== null || hasNewer ? timeline : { ...timeline, hasNewer: true };
}

/** Adds a page at one end; on overlap the later version wins. */
export function withHistoryPage(
  timeline: Timeline,
  end: 'older' | 'newer',
  page: ChatMessage[],
  hasMore: boolean,
): Timeline {
  const open = { ...timeline, hasOlder: false, hasNewer: false };
  const joined = withMessages({ ...open, messages: mergeEnds(timeline.messages, end, page) }, page);
  const ends =
    end === 'older'
      ? { hasOlder: hasMore, hasNewer: timeline.hasNewer }
      : { hasOlder: timeline.hasOlder, hasNewer: hasMore };
  return { ...joined, ...ends, isLoading: null, failed: false };
}

/** Fast path: the page does not overlap. */
function mergeEnds(messages: ChatMessage[], end: 'older' | 'newer', page: ChatMessage[]) {
  const known = new Set(messages.map(({ id }) => id));
  const fresh = page.filter(({ id }) => !known.has(id));
  return (end === 'older' ? [...fresh, ...messages] : [...messages, ...fresh]).sort((a, b) => a.id - b.id);
}

function isBeyond({ messages, hasOlder, hasNewer, isLoading, failed }: Timeline, at: number) {
  if (messages.length === 0 && (isLoading === 'all' || failed)) return true;
  return (at === messages.length && hasNewer) || (at === 0 && hasOlder);
}

/** A tombstone of a message not loaded here is one the member deleted. */
function isOldTombstone({ messages }: Timeline, { state }: ChatMessage, at: number) {
  return at < messages.length && (state === 'withdrawn' || state === 'removed');
}

/** Finds the index of a message, or where to insert it. Searches from the end, where new ones are. */
function placeOf(messages: ChatMessage[], id: number) {
  return messages.findLastIndex((message) => message.id < id) + 1;
}

type Typist = { roomId: number; person: ChatPerson; until: number };

/** Milliseconds a typing signal lasts; browsers repeat it every three seconds. */
const typingLasts = 6000;

export function withTypist(typists: Typist[], roomId: number, person: ChatPerson, now: number): Typist[] {
  const others = typists.filter((one) => !isSame(one, roomId, person.id));
  return [...others, { roomId, person, until: now + typingLasts }];
}

/** Removes the sender of a new message from those typing. */
export function withoutTypist(typists: Typist[], roomId: number, personId: number) {
  return typists.some((one) => isSame(one, roomId, personId))
    ? typists.filter((one) => !isSame(one, roomId, personId))
    : typists;
}

export function stillTyping(typists: Typist[], now: number) {
  return typists.some(({ until }) => until <= now) ? typists.filter(({ until }) => until > now) : typists;
}

function isSame({ roomId, person }: Typist, room: number, personId: number) {
  return roomId === room && person.id === personId;
}
