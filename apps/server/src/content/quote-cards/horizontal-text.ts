import { breakLines, type Item, type PlacedItem, squeezeSigns } from './break-lines.ts';
import type { Faces } from './faces.ts';
import { signs } from './quoted-text.ts';
import { shortenWords } from './shorten-words.ts';

/** A piece of a line, lengths in pixels. `code`: number of the inline code it belongs to. */
export type LineItem = Item & { code?: number };

/** A paragraph, or a block of code. `top`: its upper edge below that of the text. */
export type Block = { top: number; height: number } & (
  | { kind: 'paragraph'; lines: PlacedItem<LineItem>[][] }
  | { kind: 'code'; lines: string[] }
);

export type Lines = { type: number; leading: number; blocks: Block[]; isCut: boolean };

/** Parts of the type: size of inline code, space within its box, and between Chinese and Latin. */
export const codeSize = 0.84;
export const codePadding = 0.3;
const gap = 0.22;
const leadings = 1.84;

/** Block of code, in pixels. */
export const codeBlock = { type: 27, leading: 47, above: 34, below: 40, left: 36, padding: 30 };

const types = [62, 56, 50, 44, 38, 32];

/** Sets words in lines of a width, as large as fits; longer ones are cut at the end of a sentence. */
export function setLines(words: string, { width, height }: { width: number; height: number }, faces: Faces): Lines {
  const length = Array.from(words).length;
  const largest = length > 24 || words.includes(signs.code) || words.includes(signs.block) ? 1 : 0;
  for (const type of types.slice(largest)) {
    const blocks = setBlocks(words, type, width, faces);
    if (heightOf(blocks) <= height) return { type, leading: type * leadings, blocks, isCut: false };
  }
  const type = types.at(-1) ?? 0;
  for (let most = length - 1; ; most -= 15) {
    const blocks = setBlocks(shortenWords(words, most), type, width, faces);
    if (heightOf(blocks) <= height || most < 60) return { type, leading: type * leadings, blocks, isCut: true };
  }
}

export function heightOf(blocks: Block[]) {
  const last = blocks.at(-1);
  return last ? last.top + last.height : 0;
}

/** A block of code, or lines of prose. */
const passages = /\ue002([^\ue003]*)\ue003?|[^\ue002]+/g;

function setBlocks(words: string, type: number, width: number, faces: Faces): Block[] {
  const blocks: Block[] = [];
  let top = 0;
  const add = (block: Omit<Block, 'top'>) => {
    blocks.push({ ...block, top } as Block);
    top += block.height;
  };
  for (const [whole, code] of words.matchAll(passages)) {
    if (code !== undefined) {
      const lines = wrapCode(code, width - codeBlock.left - codeBlock.padding, faces);
      const height = lines.length * codeBlock.leading + 2 * codeBlock.padding;
      if (blocks.length > 0) top += codeBlock.above;
      add({ kind: 'code', lines, height });
      top += codeBlock.below;
      continue;
    }
    for (const text of whole.split('\n').filter((line) => line.trim() !== '')) {
      const lines = breakLines(lineItems(text.trim(), type, faces), width);
      if (lines[0]?.length) add({ kind: 'paragraph', lines, height: lines.length * type * leadings });
    }
  }
  return blocks;
}

function wrapCode(code: string, width: number, { mono, song }: Faces): string[] {
  const most = width / codeBlock.type;
  return code
    .replace(/^\n+|(?<!\s)\s+$/g, '')
    .split('\n')
    .flatMap((line) => {
      const wrapped = [''];
      let used = 0;
      for (const character of line) {
        const wide = (mono.has(character) ? mono : song).widthOf(character);
        if (used + wide > most) {
          wrapped.push('    ');
          used = 4 * mono.widthOf(' ');
        }
        wrapped[wrapped.length - 1] += character;
        used += wide;
      }
      return wrapped;
    });
}

/** Inline code, a word, a space, or a character. */
const pieces =
  /\ue000([^\ue001]*)\ue001?|([\u0021-\u007e\u00a1-\u00b6\u00b8-\u024f\u2190-\u21ff]+)|(\s+)|([^\ue000-\ue004])/gu;

type Piece = { kind: 'code' | 'latin' | 'alphabetic' | 'sign' | 'space'; text: string };

function readPieces(text: string): Piece[] {
  return Array.from(text.matchAll(pieces), ([, inline, word, blank, character = '']): Piece => {
    if (inline !== undefined) return { kind: 'code', text: inline };
    if (word !== undefined) return { kind: 'latin', text: word };
    if (blank !== undefined) return { kind: 'space', text: ' ' };
    return { kind: /[\p{L}\p{N}]/u.test(character) ? 'alphabetic' : 'sign', text: character };
  });
}

function lineItems(text: string, type: number, faces: Faces): LineItem[] {
  const read = readPieces(text);
  const items = read.flatMap((piece, index): LineItem[] => {
    const before = needsGap(read[index - 1], piece) ? [{ text: ' ', advance: gap * type, isSpace: true }] : [];
    return [...before, ...itemsOf(piece, index, type, faces)];
  });
  return squeezeSigns(items, type);
}

const isLatin = ({ kind }: Piece) => kind === 'code' || kind === 'latin';

/** Chinese and Latin next to each other are kept apart, and two pieces of Latin as well. */
function needsGap(before: Piece | undefined, piece: Piece) {
  if (!before || [before.kind, piece.kind].some((kind) => kind === 'space' || kind === 'sign')) return false;
  return isLatin(before) !== isLatin(piece) || before.kind === 'code' || piece.kind === 'code';
}

function itemsOf({ kind, text }: Piece, index: number, type: number, faces: Faces): LineItem[] {
  if (kind === 'space') return [{ text, advance: (faces.song.widthOf(' ') || 0.25) * type, isSpace: true }];
  return kind === 'code' ? codeItems(text, index, type, faces) : wordItems(text, type, faces);
}

function codeItems(text: string, code: number, type: number, { mono, song }: Faces): LineItem[] {
  const words = text.length <= 20 ? [text] : (text.match(/\S{1,18}\s?|\s+/g) ?? []);
  return words.map((word, index) => {
    const wide = Array.from(word).reduce((sum, one) => sum + (mono.has(one) ? mono : song).widthOf(one), 0);
    const ends = (index === 0 ? 1 : 0) + (index === words.length - 1 ? 1 : 0);
    return { text: word, advance: (wide + ends * codePadding) * type * codeSize, code };
  });
}

function wordItems(word: string, type: number, { song }: Faces): LineItem[] {
  const pieces = word.length > 20 ? (word.match(/.{1,8}/gu) ?? []) : [word];
  return pieces.map((text) => ({ text, advance: song.widthOf(text) * type }));
}
