import { plainWords } from './quoted-text.ts';

/** Characters of the beginning and of the end of the words in an address; a QR code of many is hard to read. */
const enough = 3;
/** Words that short stand in an address whole. */
const short = 8;

let segmenter: Intl.Segmenter | undefined;

/**
 * Address of words on their page, as a text fragment; a browser that knows none opens the page. Browsers find whole words
 * only, so that beginning and end are cut between two.
 */
export function sentenceAddress(url: string, words: string): string {
  const lines = words
    .split('\n')
    .map((line) => plainWords(line).replace(/^[\p{P}\p{S}\s]+|(?<![\p{P}\p{S}\s])[\p{P}\p{S}\s]+$/gu, ''))
    .filter(Boolean);
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return url;
  if (lines.length === 1 && Array.from(first).length <= short) return `${url}#:~:text=${encode(first)}`;
  const start = beginning(segments(first));
  const end = beginning(segments(last).reverse()).reverse();
  return `${url}#:~:text=${encode(start.join(''))},${encode(end.join(''))}`;
}

function segments(line: string): string[] {
  segmenter ??= new Intl.Segmenter('zh-CN', { granularity: 'word' });
  return Array.from(segmenter.segment(line), ({ segment }) => segment);
}

function beginning(words: string[]): string[] {
  const taken: string[] = [];
  for (const word of words) {
    if (Array.from(taken.join('')).length >= enough) break;
    taken.push(word);
  }
  return taken;
}

/** A hyphen has a meaning in a text fragment. */
function encode(text: string) {
  return encodeURIComponent(text).replaceAll('-', '%2D');
}
