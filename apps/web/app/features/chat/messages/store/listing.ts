import type { ChatMessage, Room } from '@mojian/contract/chat/messages';
import type { Core } from './core.ts';
import { withRead, withSpoken } from './room-list.ts';

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

  /** What was read here a moment ago stays read, also where the list does not know of it yet. */
  #asRead(room: Room) {
    const { rooms, blocked, open } = this.#core.box.get();
    const readId = rooms?.find(({ id }) => id === room.id)?.readId ?? 0;
    const known = open?.room.id === room.id ? open.stretch.messages : [];
    return withRead(room, readId, known, { blocked, meId: this.#core.meId });
  }
}
