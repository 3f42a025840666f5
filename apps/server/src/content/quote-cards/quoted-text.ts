import { hash } from 'node:crypto';
import { replacePassages } from '@mojian/markdown/text';
import { decodeHTMLStrict } from 'entities/decode';

/** Signs of the private use area that stand around passages of a text. */
export const signs = { code: '\ue000', codeEnd: '\ue001', block: '\ue002', blockEnd: '\ue003', note: '\ue004' };

const isIgnored = /[\s\u00ad\u200b-\u200d\ufeff\ue000-\ue004]/;
const drawings = [
  { opening: /<math\b/g, closing: /<\/math>/g },
  { opening: /<svg\b/g, closing: /<\/svg>/g },
  { opening: /<style\b/g, closing: /<\/style>/g },
];
const blockEnds = /<\/(?:p|li|h\d|tr|t[dh]|blockquote|div|figcaption|dt|dd)>|<(?:br|hr)\b[^<>]*>/g;

/**
 * Text of HTML written by packages/markdown, a line for each block. `signs` mark code, and enclose the numbers of notes,
 * which readers select with the words but a picture leaves out.
 */
export function quotedText(html: string): string {
  const withoutDrawings = drawings.reduce((text, drawing) => replacePassages(text, drawing, () => ' '), html);
  const marked = withoutDrawings
    .replace(/[\ue000-\ue004]/g, '')
    .replace(/<a class="fn"[^<>]*>([\s\S]{0,200}?)<\/a>/g, `${signs.note}$1${signs.note}`)
    .split(/(<pre\b[^<>]*>[\s\S]*?<\/pre>)/)
    .map((piece) => (piece.startsWith('<pre') ? markBlock(piece) : markLines(piece)))
    .join('');
  return decodeHTMLStrict(marked.replace(/<[^<>]*>/g, ''))
    .replace(/(?<! ) *\n[ \n]*/g, '\n')
    .replaceAll('\u0007', '\n')
    .replaceAll('\u000b', ' ')
    .trim();
}

function markLines(html: string) {
  return html
    .replace(/\s+/g, ' ')
    .replace(/<code\b[^<>]*>/g, signs.code)
    .replaceAll('</code>', signs.codeEnd)
    .replace(blockEnds, '\n');
}

/** Keeps lines and indents of a block of code until other white space is collapsed. */
function markBlock(html: string) {
  const code = html.trim().replaceAll('\n', '\u0007').replace(/[ \t]/g, '\u000b');
  return `\n${signs.block}${code.replace(/<[^<>]*>/g, '')}${signs.blockEnd}\n`;
}

/** A text without white space and signs, and where each of its characters stands in the text. */
type Compact = { text: string; places: number[] };

function compact(text: string): Compact {
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) if (!isIgnored.test(text[at] ?? '')) places.push(at);
  return { text: places.map((at) => text[at]).join(''), places };
}

/** Words without what does not count when they are compared. */
export function compactWords(words: string): string {
  return compact(words).text;
}

/** Finds words in a text whatever their white space; returns them as they stand there, with their signs. */
export function findWords(text: string, words: string): string | undefined {
  const wanted = compactWords(words);
  const { text: whole, places } = compact(text);
  const at = wanted === '' ? -1 : whole.indexOf(wanted);
  return at < 0 ? undefined : passage(text, places, at, wanted.length);
}

function passage(text: string, places: number[], at: number, length: number) {
  const [start = 0, end = 0] = [places[at], places[at + length - 1]];
  return openedAt(text, start) + text.slice(start, end + 1);
}

/** The sign that applies at a place: that of the code it stands in. */
function openedAt(text: string, at: number) {
  const isWithin = (open: string, close: string) => text.lastIndexOf(open, at) > text.lastIndexOf(close, at);
  if (isWithin(signs.block, signs.blockEnd)) return signs.block;
  return isWithin(signs.code, signs.codeEnd) ? signs.code : '';
}

const base = 65_599;
/** Below 2²⁵, so that products with `base` are exact. */
const modulus = 33_554_393;

/** Identifies words by their length and two hashes, without containing them. `sum` can be rolled along a text. */
export type Fingerprint = { length: number; sum: number; digest: string };

export function fingerprintOf(words: string): Fingerprint {
  const text = compactWords(words);
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum = (sum * base + text.charCodeAt(at)) % modulus;
  return { length: text.length, sum, digest: digestOf(text) };
}

function digestOf(text: string) {
  return hash('sha256', text, 'base64url').slice(0, 16);
}

/** Finds the words of a fingerprint in a text, in time linear to it. */
export function findPrinted(text: string, { length, sum, digest }: Fingerprint): string | undefined {
  const { text: whole, places } = compact(text);
  let highest = 1;
  for (let at = 1; at < length; at++) highest = (highest * base) % modulus;
  let rolled = 0;
  for (let end = 0; end < whole.length; end++) {
    const gone = end >= length ? (whole.charCodeAt(end - length) * highest) % modulus : 0;
    rolled = ((rolled - gone + modulus) * base + whole.charCodeAt(end)) % modulus;
    const at = end - length + 1;
    if (at >= 0 && rolled === sum && digestOf(whole.slice(at, end + 1)) === digest)
      return passage(text, places, at, length);
  }
  return undefined;
}

/** Words for a picture: without notes, and lines or spaces at either end. */
export function drawnWords(passage: string): string {
  return passage.replace(/\ue004[^\ue004]*(\ue004|$)/g, '').trim();
}

/** Words as a reader sees them, in one line. */
export function plainWords(passage: string): string {
  return drawnWords(passage)
    .replace(/[\ue000-\ue004]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
