import { breakLines, type Item, type PlacedItem, squeezeSigns } from './break-lines.ts';
import type { Faces } from './faces.ts';
import { shortenWords } from './shorten-words.ts';

/** `upright`: in the middle of a square; `turned`: Latin along the column; `pair`: two figures side by side; `dash`: a line. */
type Stand = 'upright' | 'turned' | 'pair' | 'dash';

export type ColumnItem = Item & { stand: Stand };

export type Columns = {
  /** Distance of two columns, and size of the type, in pixels. */
  pitch: number;
  type: number;
  columns: PlacedItem<ColumnItem>[][];
  isCut: boolean;
};

/** Signs in the form they have in columns; Unicode keeps these for old sets of characters, and the typeface has them. */
const forms: Record<string, string> = Object.fromEntries(
  Array.from('，、。：；！？（）｛｝〔〕【】《》〈〉「」『』［］…“”‘’_', (sign, at) => [
    sign,
    Array.from('︐︑︒︓︔︕︖︵︶︷︸︹︺︻︼︽︾︿﹀﹁﹂﹃﹄﹇﹈︙﹃﹄﹁﹂︳')[at] ?? sign,
  ]),
);

export function verticalForm(sign: string): string {
  return forms[sign] ?? sign;
}

/** Between two characters, in parts of the type. */
const trackingShare = 0.06;
const spaceWidth = 0.3;

/** Letters, figures and their signs, which stand turned by a quarter. */
const latin = /[\u0021-\u007e\u00a1-\u00b6\u00b8-\u024f\u2190-\u21ff]+/y;

/** Items of a text in columns, lengths in parts of the type. */
export function columnItems(text: string, { song }: Faces): ColumnItem[] {
  const items: ColumnItem[] = [];
  for (let at = 0; at < text.length; ) {
    latin.lastIndex = at;
    const [run] = latin.exec(text) ?? [];
    const character = run ?? String.fromCodePoint(text.codePointAt(at) ?? 0);
    at += character.length;
    items.push(...(run ? latinItems(run, song.widthOf) : [otherItem(character)]));
  }
  return squeezeSigns(items);
}

const square = 1 + trackingShare;

function otherItem(text: string): ColumnItem {
  if (text === '\n') return { text, advance: 0, isBreak: true, stand: 'upright' };
  if (/\s/.test(text)) return { text: ' ', advance: spaceWidth, isSpace: true, stand: 'upright' };
  return { text, advance: square, stand: text === '—' ? 'dash' : 'upright' };
}

/** Characters beyond which a word may be broken, as an address. */
const longestWord = 12;

function latinItems(run: string, widthOf: (text: string) => number): ColumnItem[] {
  if (/^\d\d$/.test(run)) return [{ text: run, advance: square, stand: 'pair' }];
  if (run.length === 1) return [{ text: run, advance: square, stand: /\w/.test(run) ? 'upright' : 'turned' }];
  const pieces = run.length <= longestWord ? [run] : (run.match(/.{1,6}/gu) ?? []);
  return pieces.map((text, index) => ({
    text,
    advance: widthOf(text) + (index === pieces.length - 1 ? 2 * trackingShare : 0),
    stand: 'turned',
  }));
}

/** By length: how many characters, the columns of the sheet with those its signature leaves, and the type. */
const sizes = [
  { most: 30, pitch: 148, type: 104, columns: 5 },
  { most: 60, pitch: 98.67, type: 68, columns: 7 },
  { most: 120, pitch: 74, type: 50, columns: 10 },
  { most: 240, pitch: 55.5, type: 36, columns: 13 },
] as const;
const smallest = sizes[3];

/** Sets words in columns of a height, as large as fits; longer ones are cut at the end of a sentence. */
export function setColumns(words: string, height: number, faces: Faces): Columns {
  const length = Array.from(words).length;
  const set = (text: string, { type }: (typeof sizes)[number]) => breakLines(columnItems(text, faces), height / type);
  for (const size of sizes) {
    if (length > size.most) continue;
    const columns = set(words, size);
    if (columns.length <= size.columns) return { ...size, columns, isCut: false };
  }
  // many short lines take more room than their characters
  for (let most: number = smallest.most; ; most -= 20) {
    const cut = shortenWords(words, Math.min(most, length - 1));
    const columns = set(cut, smallest);
    if (columns.length <= smallest.columns || most <= 40)
      return { ...smallest, columns: columns.slice(0, smallest.columns), isCut: true };
  }
}
