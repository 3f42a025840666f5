import { join } from 'node:path';
import { COVER_COUNT } from '@mojian/contract/core/cover-number';
import { oneAtATime } from '../../platform/limits/concurrency.ts';
import { readIfThere, writeWhole } from '../../platform/storage/local-storage.ts';
import { askPictures } from '../../platform/storage/pictures.ts';
import type { drawCover } from './draw-cover.ts';
import type { Shape, Theme } from './sheet.ts';

/** Raise it when the drawing changes: covers are cached for ever under their address. */
export const DRAWING_VERSION = 1;

export type Cover = {
  number: number;
  theme: Theme;
  shape: Shape;
  /** Half as wide and high, for rows and phones. */
  half?: boolean;
};

const fileName = /^(0|[1-9]\d{0,2})(-banner)?-(day|night)(-half)?\.webp$/;

/**
 * Path of a cover: `/cover/v1/17-day.webp`, `/cover/v1/17-banner-night.webp`; the small one has `-half` before the dot.
 */
export function coverUrl(cover: Cover): string {
  return `/cover/v${DRAWING_VERSION}/${coverFileName(cover)}`;
}

function coverFileName({ number, theme, shape, half = false }: Cover): string {
  return `${number}${shape === 'banner' ? '-banner' : ''}-${theme}${half ? '-half' : ''}.webp`;
}

/** Parses a file name; undefined for one no cover has. Every cover has exactly one name. */
export function coverFromFileName(name: string): Cover | undefined {
  const [, digits, banner, theme, half] = fileName.exec(name) ?? [];
  const number = Number(digits);
  if (!theme || number >= COVER_COUNT) return undefined;
  return {
    number,
    theme: theme === 'day' ? 'day' : 'night',
    shape: banner ? 'banner' : 'wide',
    ...(half && { half: true }),
  };
}

const PIXELS = { wide: { width: 960, height: 540 }, banner: { width: 1680, height: 560 } };
const QUALITY = 62;

const inTurn = oneAtATime();
const underWay = new Map<string, Promise<Buffer>>();

/**
 * Draws a cover as WebP, 960 × 540 (`wide`) or 1680 × 560 (`banner`) pixels, or half of that, and caches it below
 * `folder`. One at a time; concurrent requests share a drawing.
 */
export function coverPicture(folder: string, cover: Cover, draw?: typeof drawCover): Promise<Buffer> {
  const path = join(folder, `v${DRAWING_VERSION}`, coverFileName(cover));
  const joined = underWay.get(path) ?? readOrDraw(path, cover, draw).finally(() => underWay.delete(path));
  underWay.set(path, joined);
  return joined;
}

async function readOrDraw(path: string, cover: Cover, draw?: typeof drawCover): Promise<Buffer> {
  return (await readIfThere(path)) ?? inTurn(() => drawAndKeep(path, cover, draw));
}

async function drawAndKeep(path: string, cover: Cover, draw?: typeof drawCover): Promise<Buffer> {
  const { width, height } = PIXELS[cover.shape];
  const scale = cover.half ? 0.5 : 1;
  const picture = await askPictures('draw', {
    svg: (draw ?? (await import('./draw-cover.ts')).drawCover)(cover),
    size: { width: width * scale, height: height * scale },
    as: { type: 'webp', quality: QUALITY },
  });
  await writeWhole(path, picture);
  return Buffer.from(picture);
}
