import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { COVER_COUNT, COVER_SCALES, characterOf } from '@mojian/contract/core/cover-number';
import { writeWhole } from '../../platform/durable-files.ts';
import { oneAtATime } from '../../platform/limits/concurrency.ts';
import { readIfThere } from '../../platform/storage/local-storage.ts';
import { askPictures } from '../../platform/storage/pictures.ts';
import type { drawCover } from './draw-cover.ts';
import type { Shape, Theme } from './sheet.ts';

/** Raise it when the drawing changes: covers are cached for ever under their address. */
export const DRAWING_VERSION = 1;

export type Cover = {
  number: number;
  theme: Theme;
  shape: Shape;
  size?: keyof typeof COVER_SCALES | undefined;
};

const sizes = Object.keys(COVER_SCALES).join('|');
const fileName = new RegExp(`^(0|[1-9]\\d{0,5})(-banner)?-(day|night)(?:-(${sizes}))?\\.webp$`);

/** Path of a cover: `/cover/v1/17-day.webp`, `/cover/v1/17-banner-night.webp`; a smaller one is `17-day-half.webp`. */
export function coverUrl(cover: Cover): string {
  return `/cover/v${DRAWING_VERSION}/${coverFileName(cover)}`;
}

function coverFileName({ number, theme, shape, size }: Cover): string {
  return `${number}${shape === 'banner' ? '-banner' : ''}-${theme}${size ? `-${size}` : ''}.webp`;
}

/** Parses a file name; undefined for one no cover has. Every cover has exactly one name. */
export function coverFromFileName(name: string): Cover | undefined {
  const [, digits, banner, theme, size] = fileName.exec(name) ?? [];
  const number = Number(digits);
  if (!theme || (number >= COVER_COUNT && !characterOf(number))) return undefined;
  return {
    number,
    theme: theme === 'day' ? 'day' : 'night',
    shape: banner ? 'banner' : 'wide',
    size: size as Cover['size'],
  };
}

const PIXELS = { wide: { width: 960, height: 540 }, banner: { width: 1680, height: 560 } };
/** Brings the largest cover of a phone's width, with its head, into the first ten packets of a connection. */
const QUALITY = 56;

/** Folder of the drawn covers. */
export function coverFolder(dataDir: string) {
  return join(dataDir, 'covers');
}

const shapes = ['wide', 'banner'] as const;
const themes = ['day', 'night'] as const;
/** The largest first. */
const scales = [undefined, ...(Object.keys(COVER_SCALES) as (keyof typeof COVER_SCALES)[]).reverse()];

const inTurn = oneAtATime();
const underWay = new Map<string, Promise<Buffer>>();

/**
 * Returns a cover as WebP, 960 × 540 (`wide`) or 1680 × 560 (`banner`) pixels, or smaller. The first request for a size
 * draws that one and caches it below `folder`, as drawing all sizes takes about ten times as long as a small one. One at
 * a time; concurrent requests share a drawing.
 */
export async function coverPicture(folder: string, cover: Cover, draw?: typeof drawCover): Promise<Buffer> {
  const path = coverPath(folder, cover);
  const stored = await readIfThere(path);
  if (stored) return Buffer.from(stored);
  const drawOnce = async () => {
    const drawnAhead = await readIfThere(path); // while this one waited for its turn
    const [drawn] = drawnAhead ? [drawnAhead] : await drawSizes(folder, cover, [cover.size], draw);
    return Buffer.from(drawn ?? []);
  };
  const joined = underWay.get(path) ?? inTurn(drawOnce).finally(() => underWay.delete(path));
  underWay.set(path, joined);
  return joined;
}

/**
 * Draws what is missing of a cover, in both shapes, by day and night, so that no reader waits for it.
 * @returns whether anything was
 */
export async function drawAll(folder: string, number: number): Promise<boolean> {
  let isDrawn = false;
  for (const shape of shapes)
    for (const theme of themes) {
      const cover = { number, shape, theme };
      const isStored = await Promise.all(scales.map((size) => isThere(coverPath(folder, { ...cover, size }))));
      const missing = scales.filter((_, index) => !isStored[index]);
      if (missing.length === 0) continue;
      await inTurn(() => drawSizes(folder, cover, missing));
      isDrawn = true;
    }
  return isDrawn;
}

/** File of a cover, whether it is drawn or not. */
export function coverPath(folder: string, cover: Cover): string {
  return join(folder, `v${DRAWING_VERSION}`, coverFileName(cover));
}

function isThere(path: string) {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Draws sizes, the largest first, from one rendering, the slowest part. */
async function drawSizes(folder: string, cover: Cover, wanted: Cover['size'][], draw?: typeof drawCover) {
  const { width, height } = PIXELS[cover.shape];
  const character = characterOf(cover.number)?.character;
  const glyph = character && (await (await import('../typeface/cut-font.ts')).outlineOf(character));
  const drawSvg = draw ?? (await import('./draw-cover.ts')).drawCover;
  const pictures = await askPictures('drawSizes', {
    svg: drawSvg({ ...cover, ...(glyph && { glyph }) }),
    sizes: wanted.map((size) => {
      const scale = size ? COVER_SCALES[size] : 1;
      return { width: Math.round(width * scale), height: Math.round(height * scale) };
    }),
    quality: QUALITY,
  });
  for (const [index, size] of wanted.entries()) {
    const picture = pictures[index];
    if (picture) await writeWhole(coverPath(folder, { ...cover, size }), picture);
  }
  return pictures;
}
