import type { ChatMessage, ChatPage, ChatPreferences, Room } from '@mojian/contract/chat/messages';
import { isFailure } from '@mojian/contract/platform/failures';
import type { ChatDeps, Timeline } from '../chat.ts';
import {
  type Core,
  nothingKnown,
  type Place,
  type Source,
  withHistoryPage,
  withMessages,
  withoutNewer,
  withoutOldest,
} from './state.ts';

/** `lost`: no response, or an outdated one. */
type Found = 'there' | 'gone' | 'lost';

/** Pages of missed messages to add before loading the newest instead. */
const pagesAtMost = 10;

/** Loads messages of the open room page by page. */
export class History {
  readonly #core: Core;
  #turn = 0;
  #cursors: Pick<ChatPage, 'older' | 'newer'> = { older: null, newer: null };

  constructor(core: Core) {
    this.#core = core;
  }

  /** Replaces the loaded messages by the newest page, or by the one around a message. */
  async load(around?: number): Promise<Found> {
    const { open } = this.#core.box.get();
    if (!open) return 'lost';
    const turn = this.forget();
    this.#set({ isLoading: 'all', failed: false });
    try {
      const { answer, since } = await this.#ask(open.room.id, around === undefined ? {} : { around });
      if (turn !== this.#turn) return 'lost';
      if (around === undefined) this.#seekNothing();
      return this.#replace(answer, since);
    } catch (error) {
      const isGone = around !== undefined && isFailure(error) && error.id === 'not-found';
      if (turn === this.#turn) this.#set({ isLoading: null, failed: !isGone });
      return isGone ? 'gone' : 'lost';
    }
  }

  /** Loads the messages before, or after, the loaded ones. */
  async more(end: 'older' | 'newer') {
    const { open } = this.#core.box.get();
    const cursor = this.#cursors[end];
    if (!open || open.timeline.isLoading || cursor === null) return;
    const turn = this.#turn;
    this.#set({ isLoading: end, failed: false });
    try {
      const place = end === 'older' ? { before: cursor } : { after: cursor };
      const { answer, since } = await this.#ask(open.room.id, place);
      if (turn === this.#turn) this.#join(end, answer, since);
    } catch {
      if (turn === this.#turn) this.#set({ isLoading: null, failed: true });
    }
  }

  /**
   * Adds what was said after the loaded messages, without replacing them. Returns false when that is too much, or the last
   * one is gone. @throws Failure when there is no response.
   */
  async follow() {
    const { open } = this.#core.box.get();
    const last = open?.timeline.messages.at(-1);
    if (!open || !last) return false;
    if (open.timeline.hasNewer) return true;
    const turn = this.#turn;
    const found = await this.#pagesAfter(open.room.id, last.id);
    const { timeline } = this.#core.box.get().open ?? open;
    if (found && turn === this.#turn) this.#set(withHistoryPage(timeline, 'newer', found, false));
    return found !== undefined;
  }

  async #pagesAfter(roomId: number, id: number) {
    const { page } = this.#core.source;
    let now = await page(roomId, { around: id }).catch((error) => {
      if (isFailure(error) && error.id === 'not-found') return undefined;
      throw error;
    });
    const records = now?.records;
    for (let count = 1; now && now.newer !== null; count += 1) {
      if (count === pagesAtMost) return undefined;
      now = await page(roomId, { after: now.newer });
      records?.push(...now.records);
    }
    return records;
  }

  /** Drops the oldest messages when there are very many. */
  dropOldest() {
    const { open } = this.#core.box.get();
    if (!open) return;
    const timeline = withoutOldest(open.timeline);
    if (timeline === open.timeline) return;
    this.#cursors = { ...this.#cursors, older: String(timeline.messages[0]?.id) };
    this.#set(timeline);
  }

  /** Drops the newest messages when there are very many; scrolling down loads them. */
  capNewMessages() {
    const { open } = this.#core.box.get();
    if (!open) return;
    const timeline = withoutNewer(open.timeline);
    if (timeline === open.timeline) return;
    this.#cursors = { ...this.#cursors, newer: String(timeline.messages.at(-1)?.id) };
    this.#set(timeline);
  }

  /** Drops pending responses. */
  forget() {
    this.#turn += 1;
    return this.#turn;
  }

  async #ask(roomId: number, place: Parameters<Core['source']['page']>[1]) {
    const { answer, since } = await this.#core.recent.during(() => this.#core.source.page(roomId, place));
    return { answer, since: since.filter((message) => message.roomId === roomId) };
  }

  #replace(page: ChatPage, since: ChatMessage[]): Found {
    this.#cursors = page;
    const ends = { hasOlder: page.older !== null, hasNewer: page.newer !== null };
    this.#set(withMessages({ ...nothingKnown, messages: page.records, ...ends }, since));
    return 'there';
  }

  #join(end: 'older' | 'newer', page: ChatPage, since: ChatMessage[]) {
    const { open } = this.#core.box.get();
    if (!open) return;
    this.#cursors = { ...this.#cursors, [end]: page[end] };
    this.#set(withMessages(withHistoryPage(open.timeline, end, page.records, page[end] !== null), since));
  }

  /** Clears the sought message, so that seeking it again scrolls again. */
  #seekNothing() {
    const { box } = this.#core;
    const { open } = box.get();
    if (open) box.set({ open: { ...open, sought: null } });
  }

  #set(change: Partial<Timeline>) {
    const { box } = this.#core;
    const { open } = box.get();
    if (open) box.set({ open: { ...open, timeline: { ...open.timeline, ...change } } });
  }
}

export function memberSource({ chat }: ChatDeps['reading']): Source {
  return {
    rooms: chat.rooms,
    page: (roomId, place) => chat.history({ query: { roomId, ...place } }),
    changes: (seq) => chat.changes({ query: { seq } }),
  };
}

/** Visitors are not told the group's id. */
const visitorsRoom = 0;

/** Source of a visitor: the group alone. */
export function visitorSource({ chat }: ChatDeps['reading'], groupName: string): Source {
  const page = async (place: Place) => {
    const { records, ...rest } = await chat.group({ query: place });
    return { ...rest, records: records.map(inVisitorsRoom) };
  };
  return {
    rooms: async () => {
      const { seq } = await page({});
      return { data: [groupOf(groupName)], extra: { seq, blocked: [], preferences: nothingShown } };
    },
    page: (_roomId, place) => page(place),
    changes: null,
  };
}

export function inVisitorsRoom(message: ChatMessage): ChatMessage {
  return { ...message, roomId: visitorsRoom };
}

const nothingShown: ChatPreferences = { receipts: false, typing: false, presence: false };

function groupOf(name: string): Room {
  const nothing = {
    peer: null,
    online: null,
    last: null,
    peerReadId: null,
    request: null,
    members: null,
    present: null,
  };
  const off = { unread: 0, readId: 0, called: false, blocked: false, muted: false };
  return { id: visitorsRoom, kind: 'group', name, closed: '登录之后可以发言', ...nothing, ...off };
}
