import type { Place } from './local-copy.ts';

type Word = Pick<Place, 'id' | 'key'> & { says: 'who' | 'mine' | 'take' | 'given' | 'free'; tab: string };
type Asked = {
  /** The article of this tab. */
  place: () => Pick<Place, 'id' | 'key'>;
  /** Another tab wants to go on with it: done once all of it can be found there. */
  give: () => Promise<unknown>;
  /** The tab that had it is gone. */
  freed: () => unknown;
};

/** Milliseconds in which another tab says that it has the article, and in which it hands it over. */
const patience = { who: 250, take: 4000 };
const tab = Math.random().toString(36).slice(2);

/**
 * The one place from which an article is written in this browser: of several tabs one has it. Browsers in which tabs do
 * not hear each other, and tabs that sleep, are caught by the server's versions.
 */
export class Seat {
  isMine = false;
  #channel: BroadcastChannel;
  #asked: Asked;
  #heard = new Map<Word['says'], () => void>();

  constructor(member: number, asked: Asked) {
    this.#asked = asked;
    this.#channel = new BroadcastChannel(`mojian-desk-${member}`);
    this.#channel.onmessage = ({ data }) => this.#answer(data);
  }

  /** Tells whether the article is this tab's now. */
  async sit() {
    const isTaken = await this.#ask('who', 'mine');
    this.isMine = !isTaken;
    return this.isMine;
  }

  /** Has it handed over, by a tab that still answers. */
  async take() {
    await this.#ask('take', 'given');
    this.isMine = true;
  }

  /** The page is going, and may come back. */
  free() {
    if (this.isMine) this.#say('free');
    this.isMine = false;
  }

  /** `silently`: to come back to it at once. */
  leave({ silently = false } = {}) {
    if (!silently) this.free();
    this.isMine = false;
    this.#channel.onmessage = null;
    // what was said a moment ago is still to be sent
    setTimeout(() => this.#channel.close(), 1000);
  }

  #ask(question: 'who' | 'take', answer: 'mine' | 'given') {
    this.#say(question);
    return new Promise<boolean>((resolve) => {
      this.#heard.set(answer, () => resolve(true));
      setTimeout(() => {
        this.#heard.delete(answer);
        resolve(false);
      }, patience[question]);
    });
  }

  #say(says: Word['says']) {
    const { id, key } = this.#asked.place();
    this.#channel.postMessage({ says, id, key, tab } satisfies Word);
  }

  async #answer({ says, id, key, tab: other }: Word) {
    const own = this.#asked.place();
    if (key !== own.key && (id === null || id !== own.id)) return;
    const isAsking = this.#heard.has('mine');
    // of two that sit down at once it is one and the same for both
    if (says === 'who' && (this.isMine || (isAsking && tab < other))) this.#say('mine');
    else if (says === 'take' && this.isMine) {
      await this.#asked.give();
      this.isMine = false;
      this.#say('given');
    } else if (says === 'free') this.#asked.freed();
    else this.#heard.get(says)?.();
  }
}
