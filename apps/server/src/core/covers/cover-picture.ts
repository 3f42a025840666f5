import { join } from 'node:path';
import { readIfThere, writeWhole } from '../../platform/storage/files-on-disk.ts';
import { oneAtATime } from '../../platform/storage/one-at-a-time.ts';
import { askPictures } from '../../platform/storage/picture-process.ts';
import { type Cover, coverFileName, DRAWING_VERSION } from './cover-address.ts';
import { drawCover } from './draw-cover.ts';

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
  const joined = underWay.get(path) ?? keptOrDrawn(path, cover).finally(() => underWay.delete(path));
  underWay.set(path, joined);
  return joined;
}

async function keptOrDrawn(path: string, cover: Cover): Promise<Buffer> {
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
