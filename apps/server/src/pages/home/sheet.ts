import { withStickerWords } from '@mojian/contract/core/sticker-codes';
import type { Home } from '@mojian/contract/pages/home';
import { shortLine } from '@mojian/contract/platform/format';
import { dayLength } from '@mojian/contract/platform/time';
import { removeTags } from '@mojian/markdown/text';
import { decodeXML } from 'entities/decode';
import { isoTime } from '../../platform/dates.ts';
import type { SayRow } from './home.queries.ts';

/** Milliseconds a say stays on the sheet. */
const freshFor = 3 * dayLength;
const longestOnSheet = 400;
/** Characters that fit in columns, and in one of them. */
const mostInColumns = 96;
const columnLength = 20;
const columns = 5;

type Picture = Home['photos'][number] | { url: string; width: number; height: number };

/** Text of safe HTML, a line for each of its lines. */
export function plainText(html: string) {
  const lines = html.replaceAll(/<br ?\/?>|<\/(p|li|blockquote|h\d)>/g, '\n');
  return withStickerWords(decodeXML(removeTags(lines)))
    .split('\n')
    .map((line) => line.replaceAll(/[ \t\u00a0]+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}

/** Presents a say with its first picture. */
export function presentSay({
  html,
  pictures,
  createdAt,
  authorId,
  nickname,
  avatar,
  ...say
}: SayRow): Home['says'][number] {
  const text = plainText(html);
  const [picture = null] = JSON.parse(pictures) as Picture[];
  return {
    ...say,
    text: Array.from(text).slice(0, longestOnSheet).join(''),
    picture: picture && { url: picture.url, width: picture.width, height: picture.height },
    vertical: !picture && !/<(a|pre|code|img) /.test(html) && fitsColumns(text),
    author: { id: authorId, nickname, avatar },
    createdAt: isoTime(createdAt),
  };
}

/** Whether a text can be set in columns: short, of few lines, and without a word of more than four Latin letters. */
function fitsColumns(text: string) {
  const used = text.split('\n').reduce((sum, line) => sum + Math.ceil(Array.from(line).length / columnLength), 0);
  return Array.from(text).length <= mostInColumns && used <= columns && !/[\w\u00c0-\u024f]{5}/.test(text);
}

/** The newest say, while it is of the last three days. */
export function sheetOf(says: Home['says'], now: number): Home['sheet'] {
  const [newest] = says;
  return newest && now - Date.parse(newest.createdAt) <= freshFor ? newest : null;
}

/** Beginning of a say, as lists show it. */
export const beginningOf = (say: Home['says'][number]) => ({ ...say, text: shortLine(say.text, 100) });
