import { createReadStream } from 'node:fs';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

/** Counts what could not be decoded while a file is read; complete once its text has been read to the end. */
export type Broken = { count: number; line: number };

const chunkSize = 256 * 1024;

/**
 * Recognises an encoding over the whole file: byte order marks, UTF-16 by its zero bytes, UTF-8 also with a few broken
 * bytes in it, otherwise GB18030 (a superset of GBK).
 */
export async function encodingOf(path: string): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  for await (const chunk of chunksOf(path)) {
    const wide = isFirst ? wideEncodingOf(chunk) : undefined;
    if (wide) return wide;
    isFirst = false;
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      return guessEncoding(path);
    }
  }
  return 'utf-8';
}

function wideEncodingOf(head: Buffer): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';

  const sample = head.subarray(0, 4096);
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 5 && even < odd / 10) return 'utf-16le';
  return even > sample.length / 5 && odd < even / 10 ? 'utf-16be' : undefined;
}

/**
 * Weighs a whole file that is not valid UTF-8: one with a few broken bytes, such as a dump with bytes of a picture in it,
 * stays UTF-8, since as GB18030 all of its Chinese would be garbled.
 */
async function guessEncoding(path: string): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8');
  const chinese = new TextDecoder('gb18030');
  const broken = { utf8: 0, chinese: 0 };
  let foreign = 0;
  for await (const chunk of chunksOf(path)) {
    const text = utf8.decode(chunk, { stream: true });
    broken.utf8 += countOf(text, '\uFFFD');
    for (const [run] of text.matchAll(/[^\0-\x7f]+/g)) foreign += run.length;
    broken.chinese += countOf(chinese.decode(chunk, { stream: true }), '\uFFFD');
  }
  if (broken.utf8 * 4 <= foreign - broken.utf8) return 'utf-8';
  return broken.chinese < broken.utf8 ? 'gb18030' : 'utf-8';
}

function countOf(text: string, character: string) {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count++;
  return count;
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: chunkSize })) yield chunk as Buffer;
}

/** Decodes a file piece by piece; a piece never ends within a character. */
export async function* textOfFile(path: string, broken: Broken = { count: 0, line: 0 }): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encodingOf(path));
  let line = 1;
  const watch = (text: string) => {
    const found = text.indexOf('\uFFFD');
    if (found >= 0 && broken.count === 0) broken.line = line + countOf(text.slice(0, found), '\n');
    if (found >= 0) broken.count += countOf(text, '\uFFFD');
    line += countOf(text, '\n');
    return text;
  };
  for await (const chunk of chunksOf(path)) yield watch(decoder.decode(chunk, { stream: true }));
  const rest = decoder.decode();
  if (rest) yield watch(rest);
}

/** Characters of one line, above which it is skipped. */
const longestLine = 32 * 1024 * 1024;

/** `text` is undefined for a line that is too long. */
export type Line = { number: number; text: string | undefined };

/** Splits a text into lines without their ends. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<Line> {
  let number = 1;
  let start: string | undefined = '';
  for await (const chunk of text) {
    const [first = '', ...others] = chunk.split('\n');
    start = longer(start, first);
    for (const line of others) {
      yield { number, text: start?.replace(/\r$/, '') };
      number++;
      start = line;
    }
  }
  if (start !== '') yield { number, text: start };
}

function longer(start: string | undefined, text: string) {
  return start === undefined || start.length + text.length > longestLine ? undefined : start + text;
}
