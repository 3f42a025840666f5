import { loadSharp } from './load-sharp.ts';
import type { Picture } from './picture.ts';
import { PictureRefused } from './picture-refused.ts';
import { makeSizes } from './picture-sizes.ts';
import { thumbhashOf } from './thumbhash.ts';

/** As `takePicture` makes them. */
const widest = 2000;
const mostPixels = 50_000_000;

/** Smaller copies and the blur of a picture that a site kept. Runs in the picture process alone. @throws PictureRefused */
export async function copyKept({ key, bytes }: Pick<Picture, 'key' | 'bytes'>): Promise<Picture> {
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
