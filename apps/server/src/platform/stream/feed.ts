import { setImmediate, setTimeout } from 'node:timers/promises';
import { generationOf } from '@mojian/contract/platform/feed-generation';
import type { Viewer } from '../http/viewer.ts';
import { fewAtOnce } from '../limits/concurrency.ts';
import { frame, type OpenStream } from './open-stream.ts';

/** Feed entry with its data per topic; a stream subscribed to several gets the first only. */
export type FeedEntry = { seq: number; deliveries: { topic: string; data: unknown }[] };

/**
 * Log with sequence numbers that become visible in order: a reader up to `seq` misses nothing below it. It is the
 * source of `chat` events; processes only notify each other that there is something new.
 */
export type Feed = {
  /** Newest sequence number, 0 without any. */
  latest(): Promise<number>;
  /** Entries after `seq`, in order, at most `limit`. */
  after(seq: number, limit: number): Promise<FeedEntry[]>;
  /**
   * Entries after `seq` visible to this member, in order; for streams that reconnect. Reads with several statements:
   * complete only up to a `latest` read before it.
   */
  afterFor(viewer: Viewer, seq: number, limit: number): Promise<{ seq: number; data: unknown }[]>;
};

type FeedReaderDeps = {
  feed: Feed;
  /** Returns the milliseconds it took by itself. */
  deliver: (entries: FeedEntry[]) => Promise<number>;
  onError: (error: unknown) => void;
  /** Polling interval in milliseconds, in case a notification was lost. */
  pollEvery?: number;
};

const batch = 200;
/** Pause after a delivery as a multiple of its duration, and its maximum. */
const pauseFactor = 1.5;
const longestPause = 400;

/** Reads the feed in order and delivers it to the streams of this process, while there are any. */
export class FeedReader {
  readonly #deps: Required<FeedReaderDeps>;
  #last: Promise<number> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isReading = false;
  #isWanted = false;

  constructor(deps: FeedReaderDeps) {
    this.#deps = { pollEvery: 5000, ...deps };
  }

  /** Starts after the newest entry, unless running, and returns its sequence number. */
  start(): Promise<number> {
    if (!this.#last) {
      const starting = this.#deps.feed.latest();
      this.#last = starting;
      // the next caller retries
      starting.catch(() => this.#last === starting && this.stop());
      this.#timer = setInterval(() => this.readSoon(), this.#deps.pollEvery).unref();
    }
    return this.#last;
  }

  stop() {
    clearInterval(this.#timer);
    this.#last = undefined;
  }

  /** Reads the feed soon. */
  readSoon() {
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
      await this.#deliver(entries);
    }
    return entries.length;
  }

  /** Delivers the entries read together: for thousands of streams ten cost as much as one. */
  async #deliver(entries: FeedEntry[]) {
    const spent = await this.#deps.deliver(entries);
    await setImmediate(); // the entries are sent by now
    if (spent > 5) await setTimeout(Math.min(longestPause, pauseFactor * spent), undefined, { ref: false });
  }
}

type ResumeDeps = { feed: Feed; reader: FeedReader };

/** Limit of missed entries; a stream beyond it is reset. */
const maxMissed = 500;
const bytesAtMost = 1024 * 1024;
/** Concurrent catch-ups; after a restart all streams reconnect. */
const atOnce = 8;
const waitingAtMost = 5000;
const inTurn = fewAtOnce(atOnce, waitingAtMost);

/**
 * Sends the opening frames: `hello` with the newest sequence number; or the missed entries, then `resumed`; or `reset`
 * when those are too many, or the id was never issued or before a restore. The stream is subscribed already and buffers live frames.
 */
export async function resume(stream: OpenStream, lastId: string | undefined, deps: ResumeDeps) {
  await deps.reader.start();
  const missed = lastId === undefined ? undefined : await inTurn(() => missedBy(stream, lastId, deps.feed));
  const type = lastId === undefined ? 'hello' : missed ? 'resumed' : 'reset';
  for (const bytes of missed?.frames ?? []) await stream.write(bytes);
  const id = missed ? missed.upTo : await deps.reader.start();
  await stream.write(frame({ type, topic: 'stream', id, data: { refused: stream.refused } }));
  stream.release(id);
}

/**
 * Reads the newest number first and leaves out entries above it: the reader delivers those, and releasing up to one of
 * them would drop another that was committed between the statements of `afterFor`.
 */
async function missedBy({ viewer }: OpenStream, lastId: string, feed: Feed) {
  const since = /^\d{1,15}$/.test(lastId) ? Number(lastId) : Number.NaN;
  if (!viewer || Number.isNaN(since)) return undefined;
  const latest = await feed.latest();
  if (since > latest || generationOf(since) !== generationOf(latest)) return undefined;
  const entries = (await feed.afterFor(viewer, since, maxMissed + 1)).filter(({ seq }) => seq <= latest);
  if (entries.length > maxMissed) return undefined;
  const topic = `user:${viewer.id}`;
  const frames = entries.map(({ seq, data }) => frame({ type: 'chat', topic, id: seq, data }));
  const size = frames.reduce((sum, { plain }) => sum + plain.length, 0);
  return size > bytesAtMost ? undefined : { frames, upTo: latest };
}
