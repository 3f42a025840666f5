import type { EditorView } from '@codemirror/view';
import { mayBePicture } from '../../../core/uploads/upload.ts';

type Item = File | { url: string };

export const isPicture = (item: Item | undefined) =>
  item instanceof File ? mayBePicture(item) : /\.(?:webp|png|jpg|gif)$/.test(item?.url ?? '');

/** Text around files that are put at a place, and where each goes. */
export function roomFor(view: EditorView, place: number, pictures: Item[]) {
  const { before, isInline, after } = roomAt(view, place);
  let insert = before;
  const places = pictures.map((_, index) => {
    const isApart = isRowEnd(index, pictures.length) || !isPicture(pictures[index]);
    if (index > 0) insert += isInline ? ' ' : isApart ? '\n\n' : '\n';
    return place + insert.length;
  });
  return { insert: insert + after, places };
}

const mostInRow = 3;

/** Whether a new row begins at this picture: rows of up to three, as equal as can be, the longer ones first. */
function isRowEnd(index: number, count: number) {
  const rows = Math.ceil(count / mostInRow);
  let end = 0;
  for (let row = 0; row < rows; row++) {
    end += Math.ceil((count - end) / (rows - row));
    if (end === index) return true;
  }
  return false;
}

/** Inline in lists, quotes and tables; separate paragraphs elsewhere. */
function roomAt(view: EditorView, place: number) {
  const line = view.state.doc.lineAt(place);
  if (/^\s*([-*+>|]|\d+[.)]\s)/.test(line.text)) return { before: '', isInline: true, after: '' };
  const hasBefore = view.state.sliceDoc(line.from, place).trim() !== '';
  return { before: hasBefore ? '\n\n' : '', isInline: false, after: '\n\n' };
}

/** Markdown of a link to a file. */
export const writeLink = (name: string, url: string) => `[${name.replace(/[[\]\\]/g, '\\$&')}](${url})`;
