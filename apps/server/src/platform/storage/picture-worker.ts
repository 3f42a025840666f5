import { copyWidths } from '@mojian/contract/core/picture-set';
import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { answerTasks } from '../workers/answer-tasks.ts';
import { decodeBitmap, isBitmap, sizeOfBitmap } from './bitmap.ts';
import { readCameraNotes } from './camera-notes.ts';
import { draw, drawEach, drawSizes, icon } from './draw-pictures.ts';
import { loadSharp } from './load-sharp.ts';
import { chooseVeil } from './measure-veil.ts';
import { isDrawing, type Picture, PictureRefused, type PictureSize } from './picture.ts';
import { keyFor, sizedKey } from './storage.ts';

const tasks = {
  draw,
  drawEach,
  drawSizes,
  icon,
  measureVeil,
  cameraNotes,
  take: (upload: Uint8Array) => encode(upload).catch(refused),
  takeForeign: (upload: Uint8Array) => encodeForeign(upload).catch(refused),
  checkForeign: (upload: Uint8Array) => checkForeign(upload).catch(refused),
  copy: (stored: { key: string; bytes: Uint8Array }) => copyPicture(stored).catch(refused),
};

export type PictureTasks = typeof tasks;

answerTasks(tasks);

/** Encodes a refusal as text, since classes cannot be passed between processes. */
function refused(error: unknown) {
  if (!(error instanceof PictureRefused)) throw error;
  return { refused: error.reason };
}

/** Width limit of `takePicture`. */
const widest = 2000;
const mostPixels = 50_000_000;

/** Makes smaller copies and the blur of an already stored picture, in the picture process. @throws PictureRefused */
async function copyPicture({ key, bytes }: Pick<Picture, 'key' | 'bytes'>): Promise<Picture> {
  const sharp = await loadSharp();
  const { format, width, height, pages = 1, pageHeight = height } = await sharp(bytes).metadata().catch(broken);
  if (format !== 'webp' || width > widest) throw new PictureRefused('not-a-picture');
  if (width * height > mostPixels) throw new PictureRefused('too-many-pixels');
  const sizes = pages > 1 ? [] : await makeSizes({ key, bytes, width }).catch(broken);
  return { key, bytes, type: 'image/webp', width, height: pageHeight, sizes, thumbhash: await thumbhashOf(bytes) };
}

function broken(cause: Error): never {
  throw new PictureRefused('broken', { cause });
}

/** Chooses how dark the ground of white words must be on a picture. */
async function measureVeil({
  bytes,
  ...focus
}: {
  bytes: Uint8Array;
  focusX: number;
  focusY: number;
}): Promise<number> {
  const sharp = await loadSharp();
  const small = sharp(bytes, { limitInputPixels: mostPixels }).resize(96, 96, { fit: 'inside' }).removeAlpha();
  const { data, info } = await small.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return chooseVeil({ data, width: info.width, height: info.height, channels: info.channels }, focus);
}

/** Reads what the camera noted in an upload's header, as one line. */
async function cameraNotes(upload: Uint8Array): Promise<string> {
  const sharp = await loadSharp();
  const { exif } = await sharp(upload).metadata();
  return exif ? readCameraNotes(exif) : '';
}

const MAX_PIXELS = 50_000_000;
/** Pixel limits of formats decoded as a whole. Phone cameras have 12.2 million. */
const MAX_WHOLE: Record<string, number> = { heif: 12_500_000, gif: 25_000_000, progressive: 25_000_000 };
const MAX_SIDE = 30_000;
/** Four bytes each in memory, at up to 32 pixels a byte in the file. */
const MAX_BITMAP = 25_000_000;
/** Pixel limit over all frames of an animation. */
const MAX_ANIMATION = { frames: 500, pixels: 25_000_000 };
/** WebP ends at 16383; long screenshots come close. */
const MAX_SIZE = { width: 2000, height: 16000 };
const MAX_SECONDS = 30;

/** Decodes an upload and encodes it anew, in the picture process. @throws PictureRefused */
export async function encode(upload: Uint8Array, decodable: Uint8Array = upload): Promise<Picture> {
  const key = keyFor(upload, 'webp');
  const picture = await openPicture(decodable);
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

/** Encodes what an old site showed: also drawings and bitmaps, and of an animation that is too large its first frame. */
async function encodeForeign(upload: Uint8Array): Promise<Picture> {
  if (isDrawing(upload)) return encode(upload, await rasterize(upload));
  if (isBitmap(upload)) return encode(upload, await packBitmap(upload));
  try {
    return await encode(upload);
  } catch (error) {
    if (!(error instanceof PictureRefused) || error.reason !== 'too-animated') throw error;
    const sharp = await loadSharp();
    return encode(upload, await sharp(upload, { pages: 1 }).png().toBuffer().catch(refuse));
  }
}

/** Refuses what `encodeForeign` would by the header, without decoding. The end of a file may be missing. */
async function checkForeign(upload: Uint8Array) {
  if (isBitmap(upload)) requireBitmapSize(upload);
  else if (isDrawing(upload)) await openDrawing(upload);
  else await openPicture(upload).catch(exceptAnimated);
  return {};
}

function exceptAnimated(error: unknown) {
  if (!(error instanceof PictureRefused) || error.reason !== 'too-animated') throw error;
}

function requireBitmapSize(upload: Uint8Array) {
  const size = sizeOfBitmap(upload);
  if (!size) throw new PictureRefused('broken');
  if (Math.max(size.width, size.height) > MAX_SIDE) throw new PictureRefused('too-long');
  if (size.width * size.height > MAX_BITMAP) throw new PictureRefused('too-large-at-once');
}

/** Writes a BMP, for which the library has no decoder, as PNG. */
async function packBitmap(upload: Uint8Array): Promise<Uint8Array> {
  requireBitmapSize(upload);
  const bitmap = decodeBitmap(upload);
  if (!bitmap) throw new PictureRefused('broken');
  const sharp = await loadSharp();
  const { width, height, pixels } = bitmap;
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch(refuse);
}

/** Draws an SVG at twice its size. The parser has no address to resolve others by, and entities are refused. */
async function rasterize(svg: Uint8Array): Promise<Uint8Array> {
  const { width, height } = await openDrawing(svg);
  const sharp = await loadSharp();
  const scale = Math.min(2, MAX_SIZE.width / width, MAX_SIZE.height / height);
  const drawn = sharp(svg, { limitInputPixels: MAX_PIXELS, density: Math.max(1, 72 * scale) });
  return drawn.png().timeout({ seconds: MAX_SECONDS }).toBuffer().catch(refuse);
}

/** Reads the size of an SVG. */
async function openDrawing(svg: Uint8Array) {
  if (Buffer.from(svg).includes('<!ENTITY')) throw new PictureRefused('broken');
  const sharp = await loadSharp();
  return sharp(svg, { limitInputPixels: MAX_PIXELS }).metadata().catch(refuse);
}

/** Reads the header only and checks its size against the limits before decoding. */
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

/** A copy hardly narrower than the picture saves nothing. */
const WORTHWHILE = 1.2;

/**
 * Makes smaller copies, narrowest first, from the stored picture of at most 2000 pixels: decoding the original for
 * every copy costs far more.
 */
async function makeSizes(picture: { key: string; bytes: Uint8Array; width: number }): Promise<PictureSize[]> {
  const sharp = await loadSharp();
  const sizes: PictureSize[] = [];
  for (const width of copyWidths.filter((one) => one * WORTHWHILE <= picture.width)) {
    const bytes = await sharp(picture.bytes).resize({ width }).webp({ quality: 80 }).toBuffer();
    sizes.push({ width, key: sizedKey(picture.key, width), bytes });
  }
  return sizes;
}

/** Limit of the thumbhash library. */
const box = { width: 100, height: 100, fit: 'inside' } as const;

/** Thumbhash of the first frame: a blur of some twenty bytes, in base64. */
async function thumbhashOf(bytes: Uint8Array): Promise<string> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(bytes).resize(box).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
