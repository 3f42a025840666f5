import { Failure } from '@mojian/contract/platform/failures';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { closeOnceRead, dropRest } from './unread.ts';

/** Bytes of a visitor's JSON body, and of a member's unless the call declares more. */
const largestVisitorBody = 64 * 1024;
const largestMemberBody = 1024 * 1024;

/** Number of values and depth of one body: `{}` is two bytes on the wire and fifty in memory. */
const mostVisitorValues = 2000;
/** Fits the largest body the site itself sends: two full word lists of the moderation settings. */
const mostMemberValues = 24_000;
const deepest = 32;

/** Drain limits of a refused body: its sender reads the refusal only after sending everything. */
const unread = { milliseconds: 30_000, bytes: 16 * 1024 * 1024 };

/** Milliseconds for a small body, and for as much of a large one. */
const firstBytesWithin = 30_000;

/** Reads JSON bodies only, within the sender's limits; `largestBody` of a call applies to members. */
export function readJson(app: FastifyInstance, within = firstBytesWithin) {
  const parse = app.getDefaultJsonParser('error', 'error');
  const bodies = new LargeBodies();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const text = (await receive(request, { most: largestFor(request), bodies, within })).toString();
    return new Promise((resolve, reject) =>
      parse(request, text, (error, body) => {
        const piled = error ? undefined : findPiledMarks(body);
        if (error || piled !== undefined) reject(error ?? tooManyMarks(piled));
        else resolve(body);
      }),
    );
  });
  app.addHook('onSend', async ({ raw }) => {
    if (!raw.complete) closeOnceRead(raw);
  });
  app.addHook('onResponse', async ({ raw }) => {
    endings.get(raw)?.();
    if (!raw.readableEnded && !raw.destroyed) dropRest(raw, unread);
  });
}

/** Combining marks in a row. Normalizing a text takes the square of their number; a letter has ten at most. */
const piledMarks = /\p{M}{100}/u;

/** Path of the first text with far too many combining marks on one letter, such as `content.title`. */
function findPiledMarks(value: unknown, path: string[] = []): string | undefined {
  if (typeof value === 'string') return piledMarks.test(value) ? path.join('.') : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const found = findPiledMarks(part, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @throws Failure on `field` for a text with far too many combining marks on one letter */
export function requireFewMarks(text: string, field: string) {
  if (piledMarks.test(text)) throw tooManyMarks(field);
}

function tooManyMarks(field: string | undefined) {
  return new Failure('invalid-input', '一个字上叠了太多符号，请去掉一些', field);
}

/** Releases the memory reserved for a request's body. */
const endings = new WeakMap<FastifyRequest['raw'], () => void>();

/**
 * Reserves memory for a large body until it is answered or its sender is gone. @throws Failure unavailable without any
 */
function takeRoom({ raw, viewer }: FastifyRequest, bodies: LargeBodies, bytes: number, received: () => number) {
  const { arrived, end } = bodies.take({ owner: viewer?.id ?? 0, bytes, received, cut: () => raw.destroy() });
  raw.socket.once('close', end);
  endings.set(raw, () => {
    raw.socket.off('close', end);
    end();
  });
  return arrived;
}

/** @throws Failure too-large when the declared length is above the limit */
export function requireFitting(request: FastifyRequest) {
  if (Number(request.headers['content-length']) > largestFor(request)) throw new Failure('too-large');
}

function largestFor({ viewer, call }: FastifyRequest) {
  return viewer ? (call?.largestBody ?? largestMemberBody) : largestVisitorBody;
}

type Receiving = { most: number; bodies: LargeBodies; within: number };

function receive(request: FastifyRequest, { most, bodies, within }: Receiving): Promise<Buffer> {
  const { raw, headers, viewer } = request;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const contents = new Contents(viewer ? mostMemberValues : mostVisitorValues);
    let length = 0;
    let arrived: (() => void) | undefined;
    const said = headers['content-length'];
    const late = setTimeout(() => raw.destroy(), within).unref();
    const finish = (error?: Error) => {
      clearTimeout(late);
      raw.off('data', take).off('end', end).off('error', finish).off('close', finish);
      if (error) reject(error);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      try {
        if (length > most) throw new Failure('too-large');
        if (length > largeFrom) {
          clearTimeout(late); // a large body has a limit of its own
          arrived ??= takeRoom(request, bodies, Number(said ?? most), () => length);
        }
        contents.take(chunk);
      } catch (error) {
        finish(error as Error);
      }
    };
    const end = () => {
      finish();
      arrived?.();
      if (said !== undefined && Number(said) !== length) reject(new Failure('invalid-input', '请求没有传完整'));
      else resolve(Buffer.concat(chunks, length));
    };
    raw.on('data', take).on('end', end).on('error', finish).on('close', finish);
  });
}

const [quote, backslash] = Buffer.from('"\\');
/** Per byte: how many values it begins, and how much deeper it nests. */
const begins = byByte({ ',': 1, '[': 1, '{': 1 });
const nests = byByte({ '[': 1, '{': 1, ']': -1, '}': -1 });

/** Counts the values and the depth of JSON while its bytes arrive. */
class Contents {
  readonly #mostValues: number;
  #values = 1;
  #depth = 0;
  #isText = false;
  #isEscaped = false;

  constructor(mostValues: number) {
    this.#mostValues = mostValues;
  }

  /** @throws Failure too-large for too many values or too deep nesting */
  take(bytes: Buffer) {
    for (let at = this.#endOfText(bytes, 0); at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      this.#values += begins[byte] ?? 0;
      this.#depth += nests[byte] ?? 0;
      if (this.#values > this.#mostValues || this.#depth > deepest)
        throw new Failure('too-large', '内容里的条目太多或层次太深');
      if (byte !== quote) continue;
      this.#isText = true;
      at = this.#endOfText(bytes, at + 1) - 1;
    }
  }

  /** Index after the closing quote of an open string. */
  #endOfText(bytes: Buffer, start: number) {
    let at = start;
    for (; this.#isText && at < bytes.length; at++) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (bytes[at] === backslash) this.#isEscaped = true;
      else if (bytes[at] === quote) this.#isText = false;
    }
    return at;
  }
}

function byByte(numbers: Record<string, number>) {
  const table = new Int8Array(256);
  for (const [character, number] of Object.entries(numbers)) table[character.charCodeAt(0)] = number;
  return table;
}

/** Bytes from which a body needs a reservation. */
const largeFrom = 64 * 1024;

/** Reserved bytes in total and per member: four and two of the largest bodies. */
const room = 32 * 1024 * 1024;
const roomOfOne = 16 * 1024 * 1024;
/** Milliseconds a body may take to arrive. */
const timeLimit = 60_000;
/** When memory is short, senders past the grace time and below this rate lose their reservation. */
const graceTime = 5000;
const slow = 128 * 1024;
const comeBackAfter = 5;

type Bounds = { room?: number; roomOfOne?: number; timeLimit?: number; graceTime?: number };

type Body = { owner: number; bytes: number; begun: number; isWhole: boolean; received: () => number; cut: () => void };

/** Memory reserved for large bodies of members: each exists as bytes, text and values until it is answered. */
export class LargeBodies {
  readonly #bounds: Required<Bounds>;
  readonly #bodies = new Set<Body>();

  constructor(bounds: Bounds = {}) {
    this.#bounds = { room, roomOfOne, timeLimit, graceTime, ...bounds };
  }

  /**
   * Reserves memory for a body. `cut` aborts one that arrives too slowly.
   * @throws Failure unavailable when there is none
   */
  take({ owner, bytes, received, cut }: Pick<Body, 'owner' | 'bytes' | 'received' | 'cut'>) {
    const taken = this.#bytesOf((body) => body.owner === owner);
    if (taken > 0 && taken + bytes > this.#bounds.roomOfOne) throw full('你的几份长内容正在接收，请等它们传完再试');
    while (this.#bodies.size > 0 && this.#bytesOf(() => true) + bytes > this.#bounds.room)
      if (!this.#cutSlowest()) throw full('正在接收的长内容太多，请过几秒再试');

    const body: Body = { owner, bytes, received, cut, begun: performance.now(), isWhole: false };
    this.#bodies.add(body);
    const late = setTimeout(() => this.#cut(body), this.#bounds.timeLimit).unref();
    return {
      /** Marks the body complete, exempting it from the slow-sender check. */
      arrived: () => {
        body.isWhole = true;
        clearTimeout(late);
      },
      end: () => {
        clearTimeout(late);
        this.#bodies.delete(body);
      },
    };
  }

  #bytesOf(counts: (body: Body) => boolean) {
    let sum = 0;
    for (const body of this.#bodies) if (counts(body)) sum += body.bytes;
    return sum;
  }

  /** Aborts the slowest sender, so that a few slow ones cannot hold all the memory. */
  #cutSlowest() {
    const now = performance.now();
    const pace = (body: Body) => (body.received() * 1000) / (now - body.begun);
    const [slowest] = [...this.#bodies]
      .filter((body) => !body.isWhole && now - body.begun > this.#bounds.graceTime && pace(body) < slow)
      .sort((one, other) => pace(one) - pace(other));
    if (slowest) this.#cut(slowest);
    return slowest !== undefined;
  }

  #cut(body: Body) {
    this.#bodies.delete(body);
    body.cut();
  }
}

function full(words: string) {
  return new Failure('unavailable', words, undefined, comeBackAfter);
}
