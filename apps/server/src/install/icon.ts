import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readIfThere, writeWhole } from '../storage/files-on-disk.ts';
import { oneAtATime } from '../storage/one-at-a-time.ts';
import { askPictures } from '../storage/picture-process.ts';

/** Raise it when the seal or the icons change: they are cached for ever under their address. */
export const ICON_VERSION = 1;

/**
 * Pixels of a side, and the seal's share of it. A mask leaves at least the circle of 80 %, in which a square of 56 %
 * fits; these icons lie on paper. Source: https://www.w3.org/TR/appmanifest/#icon-masks
 */
const icons = {
  '48': { side: 48, seal: 1, ground: 'none' },
  '192': { side: 192, seal: 1, ground: 'none' },
  '512': { side: 512, seal: 1, ground: 'none' },
  'maskable-512': { side: 512, seal: 0.56, ground: '#fcf9f5' },
  'apple-touch': { side: 180, seal: 0.7, ground: '#fcf9f5' },
};
export type IconName = keyof typeof icons;

export const sealFile = resolve(import.meta.dirname, '../../../web/public/favicon.svg');

const inTurn = oneAtATime();

export function isIconName(name: string): name is IconName {
  return Object.hasOwn(icons, name);
}

/** An address whose bytes never change. */
export function iconUrl(name: IconName) {
  return `/icons/${name}.png?v=${ICON_VERSION}`;
}

/** An icon as PNG bytes. Drawn once and kept below `folder`. */
export function iconPicture(folder: string, name: IconName): Promise<Buffer> {
  const path = join(folder, `v${ICON_VERSION}`, `${name}.png`);
  return inTurn(async () => (await readIfThere(path)) ?? drawAndKeep(path, name));
}

async function drawAndKeep(path: string, name: IconName) {
  const svg = drawIcon(await readFile(sealFile, 'utf8'), name);
  const picture = await askPictures('draw', { svg, as: { type: 'png' } });
  await writeWhole(path, picture);
  return Buffer.from(picture);
}

function drawIcon(seal: string, name: IconName) {
  const { side, seal: share, ground } = icons[name];
  const size = side * share;
  const at = (side - size) / 2;
  const placed = seal.replace('<svg ', `<svg x="${at}" y="${at}" width="${size}" height="${size}" `);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="100%" height="100%" fill="${ground}"/>${placed}</svg>`;
}
