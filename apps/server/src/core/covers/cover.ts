import { join } from 'node:path';
import { COVER_COUNT, mixBits } from '@mojian/contract/core/cover-number';
import { oneAtATime } from '../../platform/limits/concurrency.ts';
import { readIfThere, writeWhole } from '../../platform/storage/local-storage.ts';
import { askPictures } from '../../platform/storage/pictures.ts';
import { element, filters, GRAINED, paint } from './brush.ts';
import { motifs } from './motifs.ts';
import { newSheet, pigments, type Shape, type Sheet, type Theme } from './sheet.ts';

/** Raise it when the drawing changes: covers are cached for ever under their address. */
export const DRAWING_VERSION = 1;

export type Cover = {
  number: number;
  theme: Theme;
  shape: Shape /** Half as wide and high: for rows and phones. */;
  half?: boolean;
};

const NAME = /^(0|[1-9]\d{0,2})(-banner)?-(day|night)(-half)?\.webp$/;

/**
 * Path of a cover: `/cover/v1/17-day.webp`, `/cover/v1/17-banner-night.webp`; `-half` before the dot is the small one.
 */
export function coverUrl(cover: Cover): string {
  return `/cover/v${DRAWING_VERSION}/${coverFileName(cover)}`;
}

function coverFileName({ number, theme, shape, half = false }: Cover): string {
  return `${number}${shape === 'banner' ? '-banner' : ''}-${theme}${half ? '-half' : ''}.webp`;
}

/** Reads a file name back; nothing for a name that no cover has. Every cover has exactly one name. */
export function coverFromFileName(name: string): Cover | undefined {
  const [, digits, banner, theme, half] = NAME.exec(name) ?? [];
  const number = Number(digits);
  if (!theme || number >= COVER_COUNT) return undefined;
  return {
    number,
    theme: theme === 'day' ? 'day' : 'night',
    shape: banner ? 'banner' : 'wide',
    ...(half && { half: true }),
  };
}

const MOTIFS = 8;
const PIGMENTS = 6;

type CoverChoice = { motif: number; pigment: number; variation: number };

/** Takes a cover's number apart: which motif (0..7), in which pigment (0..5), in which of its variations (0..4). */
export function chooseCover(number: number): CoverChoice {
  return {
    motif: number % MOTIFS,
    pigment: Math.floor(number / MOTIFS) % PIGMENTS,
    variation: Math.floor(number / (MOTIFS * PIGMENTS)),
  };
}

const PIXELS = { wide: { width: 960, height: 540 }, banner: { width: 1680, height: 560 } };
const QUALITY = 62;

const inTurn = oneAtATime();
const underWay = new Map<string, Promise<Buffer>>();

/**
 * A cover as WebP bytes, 960 × 540 (`wide`) or 1680 × 560 (`banner`) pixels, or half of that.
 * Drawn once, one at a time, and kept below `folder`; those who ask meanwhile wait for the same drawing.
 */
export function coverPicture(folder: string, cover: Cover): Promise<Buffer> {
  const path = join(folder, `v${DRAWING_VERSION}`, coverFileName(cover));
  const joined = underWay.get(path) ?? readOrDraw(path, cover).finally(() => underWay.delete(path));
  underWay.set(path, joined);
  return joined;
}

async function readOrDraw(path: string, cover: Cover): Promise<Buffer> {
  return (await readIfThere(path)) ?? inTurn(() => drawAndKeep(path, cover));
}

async function drawAndKeep(path: string, cover: Cover): Promise<Buffer> {
  const { width, height } = PIXELS[cover.shape];
  const scale = cover.half ? 0.5 : 1;
  const picture = await askPictures('draw', {
    svg: drawCover(cover),
    size: { width: width * scale, height: height * scale },
    as: { type: 'webp', quality: QUALITY },
  });
  await writeWhole(path, picture);
  return Buffer.from(picture);
}

/**
 * Draws a cover as SVG text: 1200 × 675 units for `wide`, 1800 × 600 for `banner`.
 * Same cover, same text; day and night differ in nothing but colour. A number outside 0..239 is a RangeError.
 */
export function drawCover({ number, theme, shape }: Cover): string {
  const { motif, pigment, variation } = chooseCover(number);
  const draw = motifs[motif];
  const colours = pigments[pigment]?.[theme];
  if (number >= COVER_COUNT || !draw || !colours) throw new RangeError(`no cover has the number ${number}`);

  const seed = mixBits(number + 1);
  const sheet = newSheet({ shape, colours, variation, seed });
  const definitions = element('defs', {}, groundGradient(sheet), filters(seed));
  const size = { width: sheet.width, height: sheet.height };
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${sheet.width} ${sheet.height}` },
    definitions,
    element('rect', { ...size, fill: paint('ground') }),
    draw(sheet),
    element('rect', { ...size, filter: GRAINED, opacity: 0.5 }),
  );
}

function groundGradient({ colours }: Sheet): string {
  return element(
    'linearGradient',
    { id: 'ground', x2: 0, y2: 1 },
    element('stop', { 'stop-color': colours.sky }),
    element('stop', { offset: 1, 'stop-color': colours.foot }),
  );
}
