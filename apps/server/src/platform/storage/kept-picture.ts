import type { Picture } from './picture.ts';
import { askPictures } from './picture-process.ts';
import { PictureRefused } from './picture-refused.ts';
import { looksLikePicture } from './picture-signature.ts';

const largest = 20 * 1024 * 1024;

/**
 * A picture that a site kept before, under its key again and byte for byte, with its smaller copies made anew.
 * Throws PictureRefused for anything else: what is no WebP, larger than a site keeps it, or broken.
 */
export async function keptPicture(key: string, bytes: Uint8Array): Promise<Picture> {
  if (bytes.length > largest) throw new PictureRefused('too-heavy');
  if (!looksLikePicture(bytes)) throw new PictureRefused('not-a-picture');
  const copied = await askPictures('copy', { key, bytes });
  if ('refused' in copied) throw new PictureRefused(copied.refused);
  return copied;
}
