import type { Readable } from 'node:stream';
import { unusable } from './trouble.ts';

/** No row comes near: an article's text ends at 5 MB. */
const longestLine = 64 * 1024 * 1024;
const linesAtOnce = 500;
const charactersAtOnce = 256 * 1024;

/** The lines of a stream, some at a time. A line that would fill the memory is refused. */
export async function* readLines(stream: Readable): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines: string[] = [];
  let characters = 0;
  let begun: string[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    const [first = '', ...rest] = decode(decoder, chunk).split('\n');
    begun.push(first);
    length += first.length;
    if (length > longestLine) throw unusable('有一行过长');
    for (const part of rest) {
      lines.push(begun.join(''));
      characters += length;
      begun = [part];
      length = part.length;
    }
    if (lines.length < linesAtOnce && characters < charactersAtOnce) continue;
    yield lines;
    lines = [];
    characters = 0;
  }
  if (length > 0) throw unusable('最后一行不完整');
  if (lines.length > 0) yield lines;
}

function decode(decoder: TextDecoder, chunk: Uint8Array) {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    throw unusable('里面的文字不是 UTF-8');
  }
}
