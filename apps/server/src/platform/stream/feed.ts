import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Viewer } from '../http/viewer.ts';
import { fewAtOnce } from '../limits/concurrency.ts';
import { frame, type OpenStream } from './open-stream.ts';

/** Feed entry with the data per topic; a stream subscribed to several gets the first of them only. */
export type FeedEntry = { seq: number; told: { topic: string; data: unknown }[] };

/**
 * A log whose numbers become visible in their order: whoever has heard up to `seq` finds all they lack above it. It is
 * the truth behind the events of type `chat`; what travels between processes is only that there is something new.
 */
export type Feed = {
  /** The newest number, 0 while there is none. */
  latest(): Promise<number>;
  /** Entries after `seq`, in order, at most `limit`. */
  after(seq: number, limit: number): Promise<FeedEntry[]>;
  /** Entries after `seq` visible to this member, in order; for streams that reconnect. */
  afterFor(viewer: Viewer, seq: number, limit: number): Promise<{ seq: number; data: unknown }[]>;
};

type FeedReaderDeps = {
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
export class FeedReader {
  readonly #deps: Required<FeedReaderDeps>;
  #last: Promise<number> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isReading = false;
  #isWanted = false;

  constructor(deps: FeedReaderDeps) {
    this.#deps = { lookEvery: 5000, ...deps };
  }

  /** Begins with what is new from now on, unless it runs. The newest number told, or known not to be told. */
  start(): Promise<number> {
    if (!this.#last) {
      const starting = this.#deps.feed.latest();
      this.#last = starting;
      // it is tried again by the next who asks
      starting.catch(() => this.#last === starting && this.stop());
      this.#timer = setInterval(() => this.poke(), this.#deps.lookEvery).unref();
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
      this.#deps.onError(error); // the next look reads it
    } finally {
      this.#isReading = false;
    }
  }

  async #readBatch() {
    const begun = this.#last;
    if (!begun) return 0;
    const entries = await this.#deps.feed.after(await begun, batch);
    if (this.#last !== begun) return 0; // stopped meanwhile; a new start begins elsewhere
    const newest = entries.at(-1);
    if (newest) {
      this.#last = Promise.resolve(newest.seq);
      await this.#tell(entries);
    }
    return entries.length;
  }

  /** Entries that arrive meanwhile are delivered together: for thousands of streams ten cost as much as one. */
  async #tell(entries: FeedEntry[]) {
    const begun = performance.now();
    this.#deps.tell(entries);
    await setImmediate(); // by now it is written
    const spent = performance.now() - begun;
    if (spent > 5) await setTimeout(Math.min(longestRest, rest * spent), undefined, { ref: false });
  }
}

type ResumeDeps = { feed: Feed; pump: FeedReader };

/** A stream that missed more entries is told to reset. */
const maxMissed = 500;
const bytesAtMost = 1024 * 1024;
/** So many at once read what they missed; when a server comes back, all do. */
const atOnce = 8;
const waitingAtMost = 5000;
const inTurn = fewAtOnce(atOnce, waitingAtMost);

/**
 * Sends the opening frames: `hello` with the newest number; or the entries missed since the last id, then `resumed`; or
 * `reset` where those are too many or the id was never issued. The stream is already subscribed and holds back live
 * frames meanwhile.
 */
export async function resume(stream: OpenStream, lastId: string | undefined, deps: ResumeDeps) {
  const newest = await deps.pump.start();
  const missed = lastId === undefined ? undefined : await inTurn(() => missedBy(stream, lastId, newest, deps));
  const type = lastId === undefined ? 'hello' : missed ? 'resumed' : 'reset';
  for (const bytes of missed?.told ?? []) await stream.write(bytes);
  const id = missed ? missed.upTo : await deps.pump.start();
  await stream.write(frame({ type, topic: 'stream', id, data: { refused: stream.refused } }));
  stream.release(id);
}

async function missedBy({ viewer }: OpenStream, lastId: string, newest: number, { feed }: ResumeDeps) {
  const since = /^\d{1,15}$/.test(lastId) ? Number(lastId) : Number.NaN;
  // another process may have told of what this one is only about to read
  if (!viewer || Number.isNaN(since) || (since > newest && since > (await feed.latest()))) return undefined;
  const entries = await feed.afterFor(viewer, since, maxMissed + 1);
  if (entries.length > maxMissed) return undefined;
  const topic = `user:${viewer.id}`;
  const frames = entries.map(({ seq, data }) => frame({ type: 'chat', topic, id: seq, data }));
  const size = frames.reduce((sum, { plain }) => sum + plain.length, 0);
  return size > bytesAtMost ? undefined : { told: frames, upTo: entries.at(-1)?.seq ?? since };
}
