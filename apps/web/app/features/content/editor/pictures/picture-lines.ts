import type { Text } from '@codemirror/state';
import { type WrittenPicture, writePicture } from '@mojian/markdown/write-picture';
import { findPictures } from './picture-syntax.ts';

/** Words for a width beyond the text's; '' for the text's own. */
export const lineWidths = ['', '宽', '通栏', '满屏'] as const;
type LineWidth = (typeof lineWidths)[number];

/** A picture that has a line of its own. `title` is divided: 题注｜地点. */
export type PictureLine = Omit<WrittenPicture, 'title'> & {
  caption: string;
  place: string;
  lineWidth: LineWidth;
  /** Kept out of rows by its author. */
  isAlone: boolean;
};

const english: Record<string, string> = { wide: '宽', page: '通栏', full: '满屏', alone: '单' };

/** Reads a line that is one picture and the words behind it, else undefined. */
export function readPictureLine(text: string): PictureLine | undefined {
  if (!/^ {0,3}!\[/.test(text) || text.length > 4000) return undefined;
  const [picture, second] = findPictures(text);
  if (!picture || second || text.slice(0, picture.from).trim() !== '') return undefined;
  const rest = text.slice(picture.to).trim();
  if (!/^(?:\{\s*[^\s{}]+\s*\})*$/.test(rest)) return undefined;
  const words = [...rest.matchAll(/\{\s*([^\s{}]+)\s*\}/g)].map(([, word = '']) => english[word] ?? word);
  if (words.some((word) => word !== '单' && !lineWidths.includes(word as LineWidth))) return undefined;
  const { alt, url, title, width } = picture;
  const lineWidth = lineWidths.findLast((word) => word !== '' && words.includes(word)) ?? '';
  return { alt, url, width, ...divide(title), lineWidth, isAlone: words.includes('单') };
}

/** Divides a title at its last bar. */
export function divide(title: string) {
  const bar = title.lastIndexOf('｜');
  if (bar < 0) return { caption: title, place: '' };
  return { caption: title.slice(0, bar).trim(), place: title.slice(bar + 1).trim() };
}

export function joined({ caption, place }: { caption: string; place: string }) {
  return place ? `${caption}｜${place}` : caption;
}

export function writePictureLine({ caption, place, lineWidth, isAlone, ...picture }: PictureLine): string {
  const words = [lineWidth, isAlone ? '单' : ''].filter(Boolean).map((word) => `{${word}}`);
  return writePicture({ ...picture, title: joined({ caption, place }) }) + words.join('');
}

/** Line numbers of the row around a picture line: its neighbours without an empty line between them. */
export function rowAround(doc: Text, number: number): { first: number; last: number } {
  const joins = (at: number) => {
    const line = at >= 1 && at <= doc.lines ? readPictureLine(doc.line(at).text) : undefined;
    return line !== undefined && !line.isAlone && line.width >= 100;
  };
  let [first, last] = [number, number];
  if (!joins(number)) return { first, last };
  while (number - first < mostInRow && joins(first - 1)) first--;
  while (last - number < mostInRow && joins(last + 1)) last++;
  return { first, last };
}

/** Lines looked at to either side. */
const mostInRow = 20;

const counts = ['', '', '两', '三', '四'];

/** Label of a row's bracket. */
export function rowWords(count: number) {
  return counts[count] ? `一行${counts[count]}张` : `${count} 张`;
}
