import type { DraftPlace } from './local-copy.ts';

type LockMessage = Pick<DraftPlace, 'id' | 'key'> & { says: 'who' | 'mine' | 'take' | 'given' | 'free'; tab: string };
type LockHandlers = {
  place: () => Pick<DraftPlace, 'id' | 'key'>;
  /** Called when another tab takes over; resolves once the content is stored. */
  handOver: () => Promise<unknown>;
  /** Called when the holding tab releases the lock. */
  onReleased: () => unknown;
};

/** Timeouts for discovering a holder and for taking over. */
const timeoutMs = { who: 250, take: 4000 };
const tab = Math.random().toString(36).slice(2);

/**
 * Lock on an article among the tabs of a browser, through a BroadcastChannel. The server's versions catch tabs that
 * are asleep or isolated.
 */
export class TabLock {
  isHeld = false;
  #channel: BroadcastChannel;
  #handlers: LockHandlers;
  #replies = new Map<LockMessage['says'], () => void>();

  constructor(member: number, handlers: LockHandlers) {
    this.#handlers = handlers;
    this.#channel = new BroadcastChannel(`mojian-desk-${member}`);
    this.#channel.onmessage = ({ data }) => this.#receive(data);
  }

  /** Acquires the lock if no other tab holds it. */
  async acquire() {
    const isTaken = await this.#request('who', 'mine');
    this.isHeld = !isTaken;
    return this.isHeld;
  }

  /** Takes the lock from another tab, or after the timeout. */
  async takeOver() {
    await this.#request('take', 'given');
    this.isHeld = true;
  }

  /** Releases the lock while the page is hidden in the back-forward cache. */
  release() {
    if (this.isHeld) this.#send('free');
    this.isHeld = false;
  }

  /** `silently`: keeps the lock from being offered to other tabs during a reload. */
  close({ silently = false } = {}) {
    if (!silently) this.release();
    this.isHeld = false;
    this.#channel.onmessage = null;
    // gives the last message time to be sent
    setTimeout(() => this.#channel.close(), 1000);
  }

  #request(question: 'who' | 'take', answer: 'mine' | 'given') {
    this.#send(question);
    return new Promise<boolean>((resolve) => {
      this.#replies.set(answer, () => resolve(true));
      setTimeout(() => {
        this.#replies.delete(answer);
        resolve(false);
      }, timeoutMs[question]);
    });
  }

  #send(says: LockMessage['says']) {
    const { id, key } = this.#handlers.place();
    this.#channel.postMessage({ says, id, key, tab } satisfies LockMessage);
  }

  async #receive({ says, id, key, tab: other }: LockMessage) {
    const own = this.#handlers.place();
    if (key !== own.key && (id === null || id !== own.id)) return;
    const isAsking = this.#replies.has('mine');
    // of two tabs that ask at once the smaller id wins in both
    if (says === 'who' && (this.isHeld || (isAsking && tab < other))) this.#send('mine');
    else if (says === 'take' && this.isHeld) {
      await this.#handlers.handOver();
      this.isHeld = false;
      this.#send('given');
    } else if (says === 'free') this.#handlers.onReleased();
    else this.#replies.get(says)?.();
  }
}
