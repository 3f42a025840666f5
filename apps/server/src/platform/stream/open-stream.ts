import type { ServerResponse } from 'node:http';
import type { Viewer } from '../http/viewer.ts';
import type { LiveEvent } from './event-bus.ts';

/** Bytes buffered for a slow reader, who is then disconnected and resumes by their last id. */
const waitingAtMost = 256 * 1024;
/** Frames buffered during a catch-up. */
const heldAtMost = 500;
/** Milliseconds a reader may take for one chunk of the catch-up. */
const catchUpTimeoutMs = 30_000;

/** Milliseconds between heartbeats. */
export const beatEvery = 20_000;

/** `refused`: requested topics this viewer may not subscribe to at present. */
type Listening = { viewer: Viewer | null; topics: string[]; refused: string[]; address: string };
/** Feed entry as a topic carries it; `place`: of the topic among those of the entry. */
type Carried = { seq: number; place: number; bytes: Frame };
/** Entries of one topic, in order: one by one, and joined for all streams that get no others. */
export type Run = { topic: string; entries: Carried[]; joined: Frame };
type Held = { seq: number; bytes: Frame };

/** Event stream of a reader. Buffers live frames until `release`, so that missed ones come first. */
export class OpenStream {
  readonly viewer: Viewer | null;
  readonly topics: string[];
  readonly refused: string[];
  readonly address: string;
  /** Time of the next check, by performance.now(). */
  beatAt = performance.now() + beatEvery;
  readonly #raw: ServerResponse;
  #held: Held[] | undefined = [];
  #upTo = 0;

  constructor(raw: ServerResponse, { viewer, topics, refused, address }: Listening) {
    this.#raw = raw;
    this.viewer = viewer;
    this.topics = topics;
    this.refused = refused;
    this.address = address;
    raw.on('error', () => this.drop()); // an unhandled error event would end the process
  }

  send(bytes: Frame) {
    this.sendEntry(Number.POSITIVE_INFINITY, bytes);
  }

  /** Sends a feed entry once, though several topics of the stream may carry it. */
  sendEntry(seq: number, bytes: Frame) {
    if (this.#held && this.#held.length >= heldAtMost) this.drop();
    else if (this.#held) this.#held.push({ seq, bytes });
    else this.#pass({ seq, bytes });
  }

  /**
   * Sends feed entries of the topics it is subscribed to. Of one topic they go out as one piece that all such streams
   * share; of several each entry once, by the first topic that carries it.
   */
  sendRuns(runs: Run[]) {
    const [run] = runs;
    const first = run?.entries[0]?.seq ?? 0;
    if (run && runs.length === 1 && !this.#held && this.#upTo < first)
      this.#pass({ seq: run.entries.at(-1)?.seq ?? first, bytes: run.joined });
    else this.#sendEach(runs);
  }

  #sendEach(runs: Run[]) {
    const all = runs.flatMap(({ entries }) => entries);
    const inOrder = all.sort((one, other) => one.seq - other.seq || one.place - other.place);
    if (this.#held) for (const { seq, bytes } of inOrder) this.sendEntry(seq, bytes);
    else this.#passJoined(inOrder);
  }

  #passJoined(inOrder: Carried[]) {
    const { chunkedEncoding } = this.#raw;
    const frames: Buffer[] = [];
    let upTo = this.#upTo;
    for (const { seq, bytes } of inOrder) {
      if (seq <= upTo) continue;
      upTo = seq;
      frames.push(chunkedEncoding ? bytes.chunk : bytes.plain);
    }
    const joined = Buffer.concat(frames);
    if (frames.length > 0) this.#pass({ seq: upTo, bytes: { plain: joined, chunk: joined } });
  }

  /** Writes past the buffer and waits until it is flushed. @throws for a reader who is too slow */
  async write(bytes: Frame) {
    if (this.#raw.write(bytes.plain)) return;
    const isTaken = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(resolve, catchUpTimeoutMs, false).unref();
      const end = (taken: boolean) => {
        clearTimeout(timer);
        resolve(taken);
      };
      this.#raw.once('drain', () => end(true)).once('close', () => end(false));
    });
    if (!isTaken) throw new Error('the reader does not read');
  }

  /** Sends the buffered frames above what `write` has sent. */
  release(upTo: number) {
    this.#upTo = upTo;
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const one of held) this.#pass(one);
  }

  /** Ends with a retry delay in milliseconds for the browser. */
  end(pause: number) {
    this.endWith(pauseFrame(pause));
  }

  /** Ends with a last frame. Idempotent, as several reasons may coincide. */
  endWith(bytes: Frame) {
    if (!this.#raw.writableEnded) this.#raw.end(bytes.plain);
  }

  drop() {
    this.#raw.destroy();
  }

  #pass({ seq, bytes }: Held) {
    if (seq <= this.#upTo) return;
    if (Number.isFinite(seq)) this.#upTo = seq;
    const { socket, chunkedEncoding } = this.#raw;
    if (!socket || this.#raw.writableEnded) return;
    // straight to the socket: the response would encode a chunk for each of thousands
    if (socket.writableLength > waitingAtMost) this.drop();
    else socket.write(chunkedEncoding ? bytes.chunk : bytes.plain);
  }
}

/** Bytes of an event, shared by all streams: plain, and as an HTTP chunk. */
export type Frame = { plain: Buffer; chunk: Buffer };

type DataFrame = { type: string; topic: string; id?: number; data: unknown };

/** Encodes an event with data. Browsers resume after the last `id`. */
export function frame({ type, topic, id, data }: DataFrame) {
  const line = id === undefined ? '' : `id: ${id}\n`;
  return frameOfText(`event: ${type}\n${line}topic: ${topic}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Encodes an event without data. */
export function frameOf({ type, ...event }: LiveEvent) {
  return frameOfText(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
}

/** Encodes the retry delay in milliseconds. */
export function pauseFrame(milliseconds: number) {
  return frameOfText(`retry: ${Math.round(milliseconds)}\n\n`);
}

/** Joins several frames into one, for a single write. */
export function joinFrames([first, ...others]: Frame[]): Frame {
  if (!first || others.length === 0) return first ?? beat;
  const all = [first, ...others];
  return { plain: Buffer.concat(all.map(({ plain }) => plain)), chunk: Buffer.concat(all.map(({ chunk }) => chunk)) };
}

export const beat = frameOfText(': \n\n');

function frameOfText(text: string): Frame {
  const head = `${Buffer.byteLength(text).toString(16)}\r\n`;
  const chunk = Buffer.from(`${head}${text}\r\n`);
  return { chunk, plain: chunk.subarray(head.length, -2) };
}
