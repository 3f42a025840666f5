import { pictureSize } from './picture-size.ts';
import { isGone, type Row } from './rows.ts';
import { plainText } from './words-of.ts';

/** Of a line of text, in CSS pixels, and how many signs one holds in a wide and in a narrow window. */
const line = 26;
const perLine = 34;

/**
 * How high a row will be, in CSS pixels, so that what was never in sight takes about its room: the scroll bar then stays
 * where it is while one scrolls.
 */
export function rowHeight(row: Row): number {
  if (isGone(row)) return 36;
  const { text, picture, quote, own } = contentOf(row);
  const lines = text.split('\n').reduce((sum, one) => sum + Math.max(1, Math.ceil(one.length / perLine)), 0);
  const words = text === '' ? 0 : lines * line;
  const frame = picture && text === '' ? 10 : 20;
  const around = 6 + (row.isFirst ? 17 : 0) + (row.isFirst && !own ? 22 : 0) + (own && row.isLast ? 26 : 0);
  return around + frame + words + (picture ? pictureSize(picture).height : 0) + (quote ? 26 : 0);
}

function contentOf(row: Row) {
  if (row.kind === 'unsent') return { ...row.unsent, own: true };
  const { pieces, picture, quote } = row.message;
  return { text: plainText(pieces), picture, quote, own: row.own };
}
