import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Brand, iconUrl, iconVersion, sealCharacter } from '@mojian/contract/core/icons';
import { papers } from '@mojian/ui/papers';
import type { Settings } from '../../core/settings/settings.ts';
import { writeWhole } from '../../platform/durable-files.ts';
import { oneAtATime } from '../../platform/limits/concurrency.ts';
import { sealDrawing, sealFile } from '../../platform/render/plain-page.ts';
import { readIfThere } from '../../platform/storage/local-storage.ts';
import { askPictures } from '../../platform/storage/pictures.ts';
import { keyOfAddress, type Storage } from '../../platform/storage/storage.ts';

/**
 * Side in pixels and the seal's share of it. A mask leaves at least the circle of 80 %, which holds a square of 56 %.
 * Source: https://www.w3.org/TR/appmanifest/#icon-masks
 */
const icons = {
  '48': { side: 48, seal: 1, ground: 'none' },
  '192': { side: 192, seal: 1, ground: 'none' },
  '512': { side: 512, seal: 1, ground: 'none' },
  'maskable-512': { side: 512, seal: 0.56, ground: '#fcf9f5' },
  'apple-touch': { side: 180, seal: 0.7, ground: '#fcf9f5' },
};
export type IconName = keyof typeof icons;

const inTurn = oneAtATime();

export function isIconName(name: string): name is IconName {
  return Object.hasOwn(icons, name);
}

type Place = { folder: string; storage: Storage };

/** PNG of the owner's logo or the site's seal, cached below `folder`. */
export function iconPicture({ folder, storage }: Place, name: IconName, brand: Brand): Promise<Buffer> {
  const path = join(folder, `v${iconVersion(brand)}`, `${name}.png`);
  return inTurn(async () => (await readIfThere(path)) ?? drawAndKeep({ path, storage }, name, brand));
}

async function drawAndKeep(
  { path, storage }: { path: string; storage: Storage },
  name: IconName,
  { name: siteName, logo }: Brand,
) {
  const key = keyOfAddress(logo);
  const bytes = key === undefined ? undefined : await storage.get(key);
  const picture = bytes
    ? await askPictures('icon', { bytes, ...icons[name] })
    : await askPictures('draw', { svg: drawIcon(await sealOf(siteName), name), as: { type: 'png' } });
  // A logo that could not be fetched is tried again.
  if (bytes || logo === '') await writeWhole(path, picture);
  return Buffer.from(picture);
}

/** Server machines may lack a Chinese font, so other characters get a blank seal. */
function sealOf(siteName: string) {
  return sealCharacter(siteName) === '' ? readFile(sealFile, 'utf8') : sealDrawing('');
}

function drawIcon(seal: string, name: IconName) {
  const { side, seal: share, ground } = icons[name];
  const size = side * share;
  const at = (side - size) / 2;
  const placed = seal.replace('<svg ', `<svg x="${at}" y="${at}" width="${size}" height="${size}" `);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="100%" height="100%" fill="${ground}"/>${placed}</svg>`;
}

/** Target of Android's share sheet. Pictures are received by the service worker; words alone need none. */
function shareTarget(hasWorker: boolean) {
  const params = { title: 'title', text: 'text', url: 'url' };
  if (!hasWorker) return { action: '/newSays', method: 'GET', params };
  const files = [{ name: 'pictures', accept: ['image/*'] }];
  return { action: '/share', method: 'POST', enctype: 'multipart/form-data', params: { ...params, files } };
}

/** Characters that fit below a home-screen icon. */
const shortName = 12;

export function manifest({ identity, look, features, reading }: Settings) {
  const { name, tagline, description } = identity;
  const paper = papers[look.theme === 'dark' ? 'dark' : 'light'];
  return {
    id: '/',
    name,
    short_name: Array.from(name).slice(0, shortName).join(''),
    description: description || tagline,
    lang: 'zh-CN',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    shortcuts: [
      { name: '写文章', url: '/newposts' },
      ...(features.says ? [{ name: '发说说', url: '/newSays' }] : []),
      { name: '通知', url: '/notice' },
    ],
    ...(features.says && { share_target: shareTarget(reading.offline) }),
    icons: [
      { src: iconUrl('192', identity), sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: iconUrl('512', identity), sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: iconUrl('maskable-512', identity), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
}
