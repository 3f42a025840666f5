import type { Sharp } from 'sharp';
import { loadSharp } from './load-sharp.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { PictureRefused } from './picture-refused.ts';
import { looksLikePicture } from './picture-signature.ts';
import { makeSizes, type PictureSize } from './picture-sizes.ts';
import { keyFor } from './storage-key.ts';
import { thumbhashOf } from './thumbhash.ts';

const MAX_BYTES = 20 * 1024 * 1024;
const MAX_PIXELS = 50_000_000;
const MAX_SIDE = 30_000;
/** Of an animation all frames are in memory at once. */
const MAX_ANIMATION = { frames: 500, pixels: 25_000_000 };
/** WebP itself ends at 16383; long screenshots come close. */
const MAX_SIZE = { width: 2000, height: 16000 };
const MAX_SECONDS = 30;

/** A picture as it is kept: WebP, at most 2000 pixels wide, size in pixels of one frame. */
export type Picture = {
  key: string;
  bytes: Uint8Array;
  type: 'image/webp';
  width: number;
  height: number;
  /** Smaller copies, narrowest first. An animation has none. */
  sizes: PictureSize[];
  /** base64: a blur to show while the picture loads. */
  thumbhash: string;
};

// A picture of 50 million pixels needs up to 200 MB while it is decoded: never two at once.
const inTurn = oneAtATime();

/**
 * Decodes an upload and encodes it anew, so that only its pixels survive: upright, in sRGB, without EXIF, animations
 * still moving. The key comes from the uploaded bytes: the same file twice is the same picture.
 * Throws PictureRefused for anything that is no picture, too large or broken.
 */
export async function takePicture(upload: Uint8Array): Promise<Picture> {
  if (upload.length > MAX_BYTES) throw new PictureRefused('too-heavy');
  if (!looksLikePicture(upload)) throw new PictureRefused('not-a-picture');
  return inTurn(() => encode(upload));
}

async function encode(upload: Uint8Array): Promise<Picture> {
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
  const { width, height, pages = 1, pageHeight = height } = await sharp(upload, options).metadata().catch(refuse);
  const pixels = width * pageHeight * pages;
  if (Math.max(width, pageHeight) > MAX_SIDE) throw new PictureRefused('too-long');
  if (pages > 1 && (pages > MAX_ANIMATION.frames || pixels > MAX_ANIMATION.pixels))
    throw new PictureRefused('too-animated');
  if (pixels > MAX_PIXELS) throw new PictureRefused('too-many-pixels');
  return sharp(upload, { ...options, limitInputPixels: MAX_PIXELS });
}

function refuse(cause: Error): never {
  throw new PictureRefused(/^timeout/.test(cause.message) ? 'too-slow' : 'broken', { cause });
}
