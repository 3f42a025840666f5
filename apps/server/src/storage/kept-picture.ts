import { loadSharp } from './load-sharp.ts';
import { PictureRefused } from './picture-refused.ts';
import { looksLikePicture } from './picture-signature.ts';
import { makeSizes } from './picture-sizes.ts';
import type { Picture } from './pictures.ts';
import { thumbhashOf } from './thumbhash.ts';

const largest = 20 * 1024 * 1024;
/** As `takePicture` makes them. */
const widest = 2000;

/**
 * A picture that a site kept before, under its key again and byte for byte, with its smaller copies made anew.
 * Throws PictureRefused for anything else: what is no WebP, larger than a site keeps it, or broken.
 */
export async function keptPicture(key: string, bytes: Uint8Array): Promise<Picture> {
  if (bytes.length > largest) throw new PictureRefused('too-heavy');
  if (!looksLikePicture(bytes)) throw new PictureRefused('not-a-picture');
  const sharp = await loadSharp();
  const { format, width, height, pages = 1, pageHeight = height } = await sharp(bytes).metadata().catch(broken);
  if (format !== 'webp' || width > widest) throw new PictureRefused('not-a-picture');
  const sizes = pages > 1 ? [] : await makeSizes({ key, bytes, width }).catch(broken);
  return { key, bytes, type: 'image/webp', width, height: pageHeight, sizes, thumbhash: await thumbhashOf(bytes) };
}

function broken(cause: Error): never {
  throw new PictureRefused('broken', { cause });
}
