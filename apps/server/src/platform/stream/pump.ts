import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Feed, FeedEntry } from './feed.ts';

type Parts = {
  feed: Feed;
  tell: (entries: FeedEntry[]) => void;
  onError: (error: unknown) => void;
  /** Without a poke it looks this often, in milliseconds: a poke may have been lost. */
  lookEvery?: number;
};

const batch = 200;
/** After telling it rests so many times as long as that took, so that the site goes on beside it, but no longer than … */
const rest = 1.5;
const longestRest = 400;

/** Reads the feed of all processes in its order and tells this one's streams, as long as there are any. */
export class Pump {
  readonly #parts: Required<Parts>;
  #last: Promise<number> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isReading = false;
  #isWanted = false;

  constructor(parts: Parts) {
    this.#parts = { lookEvery: 5000, ...parts };
  }

  /** Begins with what is new from now on, unless it runs. The newest number told, or known not to be told. */
  start(): Promise<number> {
    if (!this.#last) {
      const starting = this.#parts.feed.latest();
      this.#last = starting;
      // it is tried again by the next who asks
      starting.catch(() => this.#last === starting && this.stop());
      this.#timer = setInterval(() => this.poke(), this.#parts.lookEvery).unref();
    }
    return this.#last;
  }

  stop() {
    clearInterval(this.#timer);
    this.#last = undefined;
  }

  /** There may be something new. */
  poke() {
    this.#isWanted = true;
    if (!this.#isReading) void this.#read();
  }

  async #read() {
    this.#isReading = true;
    try {
      while (this.#isWanted && this.#last) {
        this.#isWanted = false;
        while ((await this.#readBatch()) === batch);
      }
    } catch (error) {
      this.#parts.onError(error); // the next look reads it
    } finally {
      this.#isReading = false;
    }
  }

  async #readBatch() {
    const begun = this.#last;
    if (!begun) return 0;
    const entries = await this.#parts.feed.after(await begun, batch);
    if (this.#last !== begun) return 0; // stopped meanwhile; a new start begins elsewhere
    const newest = entries.at(-1);
    if (newest) {
      this.#last = Promise.resolve(newest.seq);
      await this.#tell(entries);
    }
    return entries.length;
  }

  /** What comes meanwhile is told together: thousands of streams take as long for ten entries as for one. */
  async #tell(entries: FeedEntry[]) {
    const begun = performance.now();
    this.#parts.tell(entries);
    await setImmediate(); // by now it is written
    const spent = performance.now() - begun;
    if (spent > 5) await setTimeout(Math.min(longestRest, rest * spent), undefined, { ref: false });
  }
}
