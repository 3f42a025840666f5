import { join } from 'node:path';
import { COVER_COUNT, COVER_SCALES } from '@mojian/contract/core/cover-number';
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
  size?: keyof typeof COVER_SCALES;
};

const sizes = Object.keys(COVER_SCALES).join('|');
const fileName = new RegExp(`^(0|[1-9]\\d{0,2})(-banner)?-(day|night)(?:-(${sizes}))?\\.webp$`);

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
  if (!theme || number >= COVER_COUNT) return undefined;
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

const inTurn = oneAtATime();
const underWay = new Map<string, Promise<Buffer>>();

/**
 * Draws a cover as WebP, 960 × 540 (`wide`) or 1680 × 560 (`banner`) pixels, or smaller, and caches it below
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
  const scale = cover.size ? COVER_SCALES[cover.size] : 1;
  const picture = await askPictures('draw', {
    svg: (draw ?? (await import('./draw-cover.ts')).drawCover)(cover),
    size: { width: width * scale, height: Math.round(height * scale) },
    as: { type: 'webp', quality: QUALITY },
  });
  await writeWhole(path, picture);
  return Buffer.from(picture);
}
