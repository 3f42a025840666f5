import type { ServerResponse } from 'node:http';
import type { Viewer } from '../http/viewer.ts';
import type { LiveEvent } from './hub.ts';

/** A reader who does not read is let go: what waits for them is memory of ours. They come back by their last id. */
const waitingAtMost = 256 * 1024;
/** Limits while a stream catches up. */
const heldAtMost = 500;
/** Milliseconds a reader may take for one chunk of the catch-up. */
const catchUpTimeoutMs = 30_000;

/** Milliseconds between two signs of life. */
export const beatEvery = 20_000;

/** `refused`: topics that were asked for, and that this viewer may not hear at the moment. */
type Listening = { viewer: Viewer | null; topics: string[]; refused: string[]; address: string };
type Held = { seq: number; bytes: Frame };

/** A reader's event stream. Buffers live frames until `release`, so that missed ones come first. */
export class OpenStream {
  readonly viewer: Viewer | null;
  readonly topics: string[];
  readonly refused: string[];
  readonly address: string;
  /** When it is looked after next, by performance.now(). */
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
    raw.on('error', () => this.drop()); // unheard, it would end the whole program
  }

  send(bytes: Frame) {
    this.tell(Number.POSITIVE_INFINITY, bytes);
  }

  /** An entry of the feed: told once, though several topics of the stream may bear it. */
  tell(seq: number, bytes: Frame) {
    if (this.#held && this.#held.length >= heldAtMost) this.drop();
    else if (this.#held) this.#held.push({ seq, bytes });
    else this.#pass({ seq, bytes });
  }

  /** Writes at once, whatever is held back, and waits until the reader has taken it. @throws when they do not. */
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

  /** Goes on above what was told by `write`. */
  release(upTo: number) {
    this.#upTo = upTo;
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const one of held) this.#pass(one);
  }

  /** Frames written until `uncork` go out in one packet. */
  cork() {
    this.#raw.socket?.cork();
  }

  uncork() {
    this.#raw.socket?.uncork();
  }

  /** Ends in good order; the browser comes back after so many milliseconds. */
  end(pause: number) {
    this.endWith(pauseFrame(pause));
  }

  /** Ends for good. What is ending already may be ended again: whoever finds a reason does not know of the others. */
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
    // straight to the socket: what wraps it would make another chunk of the same bytes for each of thousands
    if (socket.writableLength > waitingAtMost) this.drop();
    else socket.write(chunkedEncoding ? bytes.chunk : bytes.plain);
  }
}

/** The bytes of an event, which are the same for all who hear it, as they are and as a chunk of HTTP. */
export type Frame = { plain: Buffer; chunk: Buffer };

type DataFrame = { type: string; topic: string; id?: number; data: unknown };

/** An event with its data. Browsers resume after the `id` they heard last. */
export function frame({ type, topic, id, data }: DataFrame) {
  const line = id === undefined ? '' : `id: ${id}\n`;
  return frameOfText(`event: ${type}\n${line}topic: ${topic}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Builds a frame of ids without data. */
export function frameOf({ type, ...event }: LiveEvent) {
  return frameOfText(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
}

/** Asks a browser to come back after so many milliseconds, as soon as the stream has ended. */
export function pauseFrame(milliseconds: number) {
  return frameOfText(`retry: ${Math.round(milliseconds)}\n\n`);
}

export const beat = frameOfText(': \n\n');

function frameOfText(text: string): Frame {
  const head = `${Buffer.byteLength(text).toString(16)}\r\n`;
  const chunk = Buffer.from(`${head}${text}\r\n`);
  return { chunk, plain: chunk.subarray(head.length, -2) };
}
