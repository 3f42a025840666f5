import type { Sharp } from 'sharp';
import { loadSharp } from './load-sharp.ts';
import type { Picture } from './picture.ts';
import { PictureRefused } from './picture-refused.ts';
import { makeSizes } from './picture-sizes.ts';
import { keyFor } from './storage-key.ts';
import { thumbhashOf } from './thumbhash.ts';

const MAX_PIXELS = 50_000_000;
/** Of what is in memory whole, or several times over, before its first line comes out. A telephone takes 12.2 million. */
const MAX_WHOLE: Record<string, number> = { heif: 12_500_000, gif: 25_000_000, progressive: 25_000_000 };
const MAX_SIDE = 30_000;
/** Of an animation all frames are in memory at once. */
const MAX_ANIMATION = { frames: 500, pixels: 25_000_000 };
/** WebP itself ends at 16383; long screenshots come close. */
const MAX_SIZE = { width: 2000, height: 16000 };
const MAX_SECONDS = 30;

/** Decodes an upload and encodes it anew. Runs in the picture process alone. @throws PictureRefused */
export async function encode(upload: Uint8Array): Promise<Picture> {
  const key = keyFor(upload, 'webp');
  const picture = await openPicture(upload);
  const { data, info } = await picture
    .autoOrient()
    .resize({ ...MAX_SIZE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer({ resolveWithObject: true })
    .catch(refuse);
  const { width, height, pageHeight = height, pages = 1 } = info;
  const sizes = pages > 1 ? [] : await makeSizes({ key, bytes: data, width });
  return { key, bytes: data, type: 'image/webp', width, height: pageHeight, sizes, thumbhash: await thumbhashOf(data) };
}

/** Reads the head only, and holds its promise of size against the limits before a pixel is unpacked. */
async function openPicture(upload: Uint8Array): Promise<Sharp> {
  const sharp = await loadSharp();
  const options = { animated: true, failOn: 'error', limitInputPixels: false } as const;
  const head = await sharp(upload, options).metadata().catch(refuse);
  const { width, height, pages = 1, pageHeight = height } = head;
  const pixels = width * pageHeight * pages;
  if (Math.max(width, pageHeight) > MAX_SIDE) throw new PictureRefused('too-long');
  if (pages > 1 && (pages > MAX_ANIMATION.frames || pixels > MAX_ANIMATION.pixels))
    throw new PictureRefused('too-animated');
  if (pixels > MAX_PIXELS) throw new PictureRefused('too-many-pixels');
  if (pixels > (MAX_WHOLE[head.isProgressive ? 'progressive' : head.format] ?? MAX_PIXELS))
    throw new PictureRefused(head.format === 'heif' ? 'too-large-for-avif' : 'too-large-at-once');
  return sharp(upload, { ...options, limitInputPixels: MAX_PIXELS });
}

function refuse(cause: Error): never {
  throw new PictureRefused(/^timeout/.test(cause.message) ? 'too-slow' : 'broken', { cause });
}
