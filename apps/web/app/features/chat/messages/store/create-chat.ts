import { waitFor } from '@mojian/client/live-stream';
import type { ChatMessage } from '@mojian/contract/chat/messages';
import { readStored, writeStored } from '../../../../storage/stored-json.ts';
import type { Chat, ChatDeps } from '../chat.ts';
import { askInstead, createActs } from './acts.ts';
import { memberSource, visitorSource } from './history.ts';
import { createReading } from './reading.ts';
import { changeRoom, lineOf, withRead } from './rooms.ts';
import { Sender } from './sender.ts';
import { createClock, createRecent, createSequence } from './sequence.ts';
import { type Core, createBox, type PageState } from './state.ts';

/** A chat store for a member or visitor. Starts at once, ends with `leave`. */
export function createChat(deps: ChatDeps, pageState: PageState): Chat {
  const leaving = new AbortController();
  const core = createCore(deps, pageState, leaving.signal);
  const marks = createMarks(core);
  const reading = createReading(core, {
    onSent: (key, message) => writing.sender.arrived(key, message),
    onResumed: () => {
      writing.sender.resume();
      marks.tellAgain();
    },
  });
  const writing = createWriting(core, reading.notified);
  reading.start();
  if (deps.me) writing.sender.takeOver();
  return {
    now: core.clock.now,
    state: core.box.view,
    watch: core.box.watch,
    ...reading.moves,
    ...writing.moves,
    ...createActs(core, reading),
    seen: marks.seen,
    typing: createTyping(core),
    leave: () => leaving.abort(),
    ...(!deps.me && askInstead),
  };
}

function createCore(deps: ChatDeps, pageState: PageState, left: AbortSignal): Core {
  const meId = deps.me?.id ?? 0;
  return {
    deps,
    meId,
    pageState,
    left,
    source: deps.me ? memberSource(deps.reading) : visitorSource(deps.reading, deps.groupName),
    box: createBox({ connection: pageState.connection(), ...(deps.me && { drafts: readDrafts(meId) }) }),
    sequence: createSequence(),
    recent: createRecent(),
    clock: createClock(),
    marks: new Map(),
  };
}

/** Drafts and outgoing messages of the member. */
function createWriting(core: Core, onMessage: (message: ChatMessage) => void) {
  const { box, meId } = core;
  const sender = new Sender(core, onMessage);

  function keepDraft(roomId: number, text: string) {
    if (meId !== 0) box.set({ drafts: writeDraft(meId, roomId, text) });
  }

  function send({ text, picture, quote }: Parameters<Chat['send']>[0]) {
    const { open } = box.get();
    if (!open) return;
    sender.send({ roomId: open.room.id, text, picture, quote: quote ? quoteOf(quote) : null });
    keepDraft(open.room.id, '');
  }

  return {
    sender,
    moves: {
      send,
      keepDraft,
      retry: (key: string) => sender.retry(key),
      drop(key: string) {
        sender.drop(key);
        sender.resume(); // the queue behind it continues
      },
    },
  };
}

function quoteOf(message: ChatMessage): ChatMessage['quote'] {
  const isGone = message.state === 'withdrawn' || message.state === 'removed';
  const { text } = lineOf(message, 0);
  const { id: senderId, nickname: sender } = message.sender;
  return { id: message.id, senderId, sender, text, isPicture: message.picture !== null, isGone, isBlocked: false };
}

/** Drafts by room, stored in this browser until they are sent. */
function readDrafts(memberId: number): ReadonlyMap<number, string> {
  return new Map(readStored<[number, string][]>('localStorage', nameFor(memberId)) ?? []);
}

/** Other windows may have changed other rooms' drafts: only this room's is replaced. */
function writeDraft(memberId: number, roomId: number, text: string): ReadonlyMap<number, string> {
  const drafts = new Map(readDrafts(memberId));
  if (text.trim() === '') drafts.delete(roomId);
  else drafts.set(roomId, text);
  writeStored('localStorage', nameFor(memberId), drafts.size > 0 ? [...drafts] : undefined);
  return drafts;
}

function nameFor(memberId: number) {
  return `chat drafts ${memberId}`;
}

/** Milliseconds between typing signals. */
const typingInterval = 3000;

/** Signals typing to the open room, unless the member's settings hide it. */
function createTyping({ box, deps, meId }: Core) {
  let last = { roomId: 0, at: -typingInterval };
  return () => {
    const { open, preferences } = box.get();
    const now = performance.now();
    if (!open || meId === 0 || !preferences.typing) return;
    if (open.room.id === last.roomId && now - last.at < typingInterval) return;
    last = { roomId: open.room.id, at: now };
    // a lost signal does not matter
    deps.reading.chat.typing({ body: { roomId: open.room.id } }).catch(() => {});
  };
}

/** Milliseconds between read reports. */
const readInterval = 1000;

/** Read position: shown at once, reported to the server in batches, and only while the page is visible. */
function createMarks(core: Core) {
  const { box, marks, pageState, meId } = core;
  let wanted: { roomId: number; id: number } | undefined;
  let isTelling = false;

  function read() {
    if (!wanted || !pageState.isLookedAt()) return;
    const { roomId, id } = wanted;
    const { rooms, open, blocked } = box.get();
    wanted = undefined;
    const room = rooms?.find((one) => one.id === roomId);
    if (!room || id <= room.readId) return;
    const known = open?.room.id === roomId ? open.timeline.messages : [];
    box.set({ rooms: changeRoom(rooms, roomId, (one) => withRead(one, id, known, { meId, blocked })) });
    marks.set(roomId, id);
    void tell();
  }

  /** Reports that failed stay queued until the connection is back. */
  async function tell() {
    if (isTelling) return;
    isTelling = true;
    for (let went = true; went && marks.size > 0; ) {
      went = (await Promise.all([...marks].map(tellOf))).every(Boolean);
      await waitFor(readInterval, core.left);
    }
    isTelling = false;
  }

  async function tellOf([roomId, id]: [number, number]) {
    try {
      await core.deps.reading.chat.read({ query: { roomId, id } });
      if (marks.get(roomId) === id) marks.delete(roomId);
      return true;
    } catch {
      return false;
    }
  }

  core.left.addEventListener('abort', pageState.watchVisibility(read));
  return {
    seen(id: number) {
      const { open } = box.get();
      if (!open || meId === 0) return;
      const before = wanted?.roomId === open.room.id ? wanted.id : 0;
      wanted = { roomId: open.room.id, id: Math.max(before, id) };
      read();
    },
    tellAgain: () => void tell(),
  };
}
