import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { UnreadableSource } from '../form.ts';

/** A value of a JSON file with its place; `bytes` is empty when it is above the limit. */
export type JsonValue = { path: string[]; start: number; end: number; bytes: Buffer; tooLarge: boolean };

/** Containers on the way to the values; `path` holds names and indices. */
type ShouldOpen = (path: string[]) => boolean;

type Frame = { path: string[]; isArray: boolean; key: string | undefined; index: number };

type Capture = {
  start: number;
  depth: number;
  isInString: boolean;
  isEscaped: boolean;
  isBare: boolean;
  chunks: Buffer[];
  size: number;
};

const largest = 32 * 1024 * 1024;
const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Reads a JSON file of any size, also of several documents behind each other: yields each value that `shouldOpen` does
 * not open, with its bytes. Unless `opensRoot`, that is each document.
 * @throws UnreadableSource with the byte at which the file ends or is no JSON; all before it has been yielded
 */
export async function* readJsonValues(
  file: string | AsyncIterable<Buffer>,
  shouldOpen: ShouldOpen,
  opensRoot = true,
): AsyncGenerator<JsonValue> {
  const scanner = new JsonScanner(shouldOpen, opensRoot);
  const chunks = typeof file === 'string' ? createReadStream(file, { highWaterMark: 1024 * 1024 }) : file;
  for await (const chunk of chunks) yield* scanner.read(chunk);
  scanner.end();
}

class JsonScanner {
  #enters: ShouldOpen;
  #frames: Frame[] = [];
  #key: Capture | undefined;
  #value: Capture | undefined;
  #position = 0;
  #isDone = false;

  constructor(shouldOpen: ShouldOpen, opensRoot: boolean) {
    this.#enters = (path) => (path.length === 0 ? opensRoot : shouldOpen(path));
  }

  *read(chunk: Buffer): Generator<JsonValue> {
    let at = this.#position === 0 && chunk.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
    while (at < chunk.length) {
      const capture = this.#key ?? this.#value;
      if (!capture) {
        at += this.#enter(chunk[at] ?? 0, this.#position + at);
        continue;
      }
      const end = endOfCapture(capture, chunk, at);
      append(capture, chunk.subarray(at, end.next));
      at = end.next;
      if (end.closed) yield* this.#finish(this.#position + at);
    }
    this.#position += chunk.length;
  }

  /** @throws UnreadableSource unless the outermost value was closed */
  end() {
    if (!this.#isDone) throw new UnreadableSource(`文件在第 ${this.#position} 个字节处断了，后面的没有`);
  }

  #nextPath() {
    const frame = this.#frames.at(-1);
    return frame ? [...frame.path, frame.isArray ? String(frame.index) : (frame.key ?? '')] : [];
  }

  *#finish(end: number): Generator<JsonValue> {
    const frame = this.#frames.at(-1);
    if (this.#key && frame) frame.key = parseKey(this.#key);
    else if (this.#value) {
      const { start, size, chunks } = this.#value;
      const tooLarge = size > largest;
      yield { path: this.#nextPath(), start, end, bytes: tooLarge ? Buffer.alloc(0) : Buffer.concat(chunks), tooLarge };
      this.#isDone = !frame;
    }
    this.#key = undefined;
    this.#value = undefined;
  }

  /** Opens or closes a container, or begins a key or value. @returns the bytes taken: none of a key or value */
  #enter(byte: number, at: number) {
    const frame = this.#frames.at(-1);
    if (byte === quote && frame && !frame.isArray && frame.key === undefined) this.#key = newCapture(at, byte);
    else if (byte === closeBrace || byte === closeBracket) this.#leave(byte, at);
    else if (byte === comma && frame) {
      frame.index++;
      frame.key = undefined;
    } else if (byte !== colon && !isSpace(byte)) this.#begin(byte, at);
    return this.#key || this.#value ? 0 : 1;
  }

  #leave(byte: number, at: number) {
    if (this.#frames.pop()?.isArray !== (byte === closeBracket)) throw broken(at);
    this.#isDone = this.#frames.length === 0;
  }

  #begin(byte: number, at: number) {
    const frame = this.#frames.at(-1);
    if (frame && !frame.isArray && frame.key === undefined) throw broken(at);
    this.#isDone = false;
    const path = this.#nextPath();
    const isContainer = byte === openBrace || byte === openBracket;
    if (isContainer && this.#enters(path))
      this.#frames.push({ path, isArray: byte === openBracket, key: undefined, index: 0 });
    else if (isContainer || /["\-\dtfn]/.test(String.fromCharCode(byte))) this.#value = newCapture(at, byte);
    else throw broken(at);
  }
}

function broken(at: number) {
  return new UnreadableSource(`第 ${at + 1} 个字节处不是 JSON，后面的没有读`);
}

function newCapture(start: number, first: number): Capture {
  const isBare = first !== quote && first !== openBrace && first !== openBracket;
  return { start, depth: 0, isInString: false, isEscaped: false, isBare, chunks: [], size: 0 };
}

function append(capture: Capture, bytes: Buffer) {
  capture.size += bytes.length;
  if (capture.size <= largest) capture.chunks.push(bytes);
  else capture.chunks = [];
}

/** Advances a value through a chunk; `closed` once its last byte is passed. */
function endOfCapture(capture: Capture, chunk: Buffer, from: number) {
  let at = from;
  while (at < chunk.length) {
    if (capture.isInString) at = endOfString(capture, chunk, at);
    else {
      const byte = chunk[at] ?? 0;
      if (capture.isBare && endsBare(byte)) return { next: at, closed: true };
      nest(capture, byte);
      at++;
    }
    if (!capture.isBare && !capture.isInString && capture.depth === 0) return { next: at, closed: true };
  }
  return { next: at, closed: false };
}

function nest(capture: Capture, byte: number) {
  if (byte === quote) capture.isInString = true;
  else if (byte === openBrace || byte === openBracket) capture.depth++;
  else if (byte === closeBrace || byte === closeBracket) capture.depth--;
}

function endsBare(byte: number) {
  return isSpace(byte) || byte === comma || byte === closeBrace || byte === closeBracket;
}

/** Leaves a string or the chunk. The closing quote is searched once for many escapes. */
function endOfString(capture: Capture, chunk: Buffer, from: number) {
  let at = capture.isEscaped ? from + 1 : from;
  capture.isEscaped = false;
  for (let end = -1; ; ) {
    if (end < at) end = chunk.indexOf(quote, at);
    if (end < 0) end = chunk.length;
    const escaping = chunk.subarray(0, end).indexOf(backslash, at);
    if (escaping < 0) {
      capture.isInString = end === chunk.length;
      return Math.min(end + 1, chunk.length);
    }
    at = escaping + 2;
    capture.isEscaped = at > chunk.length;
    if (at >= chunk.length) return chunk.length;
  }
}

function parseKey({ chunks }: Capture) {
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

function isSpace(byte: number) {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Reads chunks again by their place, in any order. */
export async function openJsonValues(file: string) {
  const handle = await open(file);
  return {
    /** @throws SyntaxError */
    read: async ({ start, end }: { start: number; end: number }): Promise<unknown> => {
      const { buffer } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
      return JSON.parse(buffer.toString('utf8'));
    },
    close: () => handle.close(),
  };
}

/** The value of a part; undefined when it is no JSON by itself. */
export function parseValue({ bytes }: JsonValue): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
