import { mostInText, type StickerName, stickerCodes, stickerWords } from '@mojian/contract/core/sticker-codes';
import type { StickerPicture, StickerPiece } from '@mojian/contract/core/stickers';
import { escapeHtml } from '@mojian/markdown/text';
import type { Db } from '../../platform/db/schema.ts';
import { listNamed } from './stickers.queries.ts';

/** Known stickers by pack and name; null for one that was removed. */
type Known = Map<string, StickerPicture | null>;

const keyOf = ({ pack, name }: StickerName) => `${pack}_${name}`;
/** Names looked up for one list of texts. */
const namesAtMost = 200;
/** Pixels of a sticker below a text. */
const side = 104;

/** Looks up what these texts name; without a code in them, nothing is asked. */
async function findStickers(db: Db, texts: string[]): Promise<Known> {
  const names = new Map<string, StickerName>();
  for (const text of texts) {
    if (!text.includes(':')) continue;
    for (const [, pack = '', name = ''] of text.matchAll(stickerCodes())) {
      if (names.size === namesAtMost) break;
      names.set(keyOf({ pack, name }), { pack, name });
    }
  }
  if (names.size === 0) return new Map();
  const rows = await listNamed(db, [...names.values()]);
  return new Map(
    rows.map((row) => [keyOf(row), row.removedAt === null ? { day: row.picture, night: row.night } : null]),
  );
}

/** Splits a text at its stickers. `left`: how many may still be shown as pictures, over several texts. */
function splitText(text: string, known: Known, left: { pictures: number }): StickerPiece[] {
  const pieces: StickerPiece[] = [];
  let at = 0;
  for (const { index, 0: code, 1: pack = '', 2: name = '' } of text.matchAll(stickerCodes())) {
    const sticker = known.get(keyOf({ pack, name }));
    if (sticker === undefined) continue;
    if (index > at) pieces.push({ text: text.slice(at, index) });
    const words = stickerWords({ pack, name });
    const isShown = sticker !== null && left.pictures > 0;
    if (isShown) left.pictures -= 1;
    pieces.push(isShown ? { text: words, sticker } : { text: words });
    at = index + code.length;
  }
  if (at < text.length || pieces.length === 0) pieces.push({ text: text.slice(at) });
  return pieces;
}

/**
 * Draws the stickers that safe HTML of short texts names, but in code and links. It is done where texts are shown, so that old
 * ones gain and lose stickers with their packs.
 */
export async function drawStickers(db: Db, texts: string[]): Promise<string[]> {
  const known = await findStickers(db, texts);
  return known.size === 0 ? texts : texts.map((html) => drawIn(html, known));
}

/** As `drawStickers`, for a field of rows. */
export async function withStickers<Row extends { html: string }>(db: Db, rows: Row[]): Promise<Row[]> {
  const drawn = await drawStickers(
    db,
    rows.map(({ html }) => html),
  );
  return rows.map((row, at) => ({ ...row, html: drawn[at] ?? row.html }));
}

function drawIn(html: string, known: Known) {
  if (!html.includes(':')) return html;
  const left = { pictures: mostInText };
  let depth = 0;
  return html
    .split(/(<[^<>]*>)/)
    .map((part) => {
      if (/^<(a|code|pre)\b/.test(part)) depth += 1;
      else if (/^<\/(a|code|pre)>/.test(part)) depth -= 1;
      else if (depth === 0 && !part.startsWith('<')) return splitText(part, known, left).map(pieceHtml).join('');
      return part;
    })
    .join('');
}

/** The text is HTML already. Pictures are blocks here, so that each stands alone on its line. */
function pieceHtml(piece: StickerPiece) {
  if (!('sticker' in piece)) return piece.text;
  const { day, night } = piece.sticker;
  if (night === '') return pictureHtml(day, piece.text);
  return pictureHtml(day, piece.text, 'by-day') + pictureHtml(night, '', 'by-night');
}

function pictureHtml(address: string, words: string, when?: 'by-day' | 'by-night') {
  const shown = when ? ` class="${when}"` : '';
  return `<img${shown} src="${escapeHtml(address)}" alt="${words}" width="${side}" height="${side}" loading="lazy">`;
}

/** HTML for readers that have no night: the pictures by day alone. */
export function withoutNight(html: string) {
  return html.replaceAll(/<img class="by-night"[^<>]*>/g, '');
}

/** Splits runs of one text at their stickers, which count together. */
export type SplitStickers = (runs: string[]) => StickerPiece[][];

/** Looks up what plain texts name, and returns what splits each of them. */
export async function stickersIn(db: Db, texts: string[]): Promise<SplitStickers> {
  const known = await findStickers(db, texts);
  return (runs) => {
    const left = { pictures: mostInText };
    return runs.map((run) => splitText(run, known, left));
  };
}
