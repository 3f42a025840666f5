import type { Picture } from './picture.ts';
import { askPictures } from './picture-process.ts';
import { PictureRefused } from './picture-refused.ts';
import { looksLikePicture } from './picture-signature.ts';

const MAX_BYTES = 20 * 1024 * 1024;

/**
 * Decodes an upload in the picture process and encodes it anew, so that only its pixels survive: upright, in sRGB,
 * without EXIF, animations still moving. The key comes from the uploaded bytes: the same file twice is the same picture.
 * Throws PictureRefused for anything that is no picture, too large or broken.
 */
export async function takePicture(upload: Uint8Array): Promise<Picture> {
  if (upload.length > MAX_BYTES) throw new PictureRefused('too-heavy');
  if (!looksLikePicture(upload)) throw new PictureRefused('not-a-picture');
  const taken = await askPictures('take', upload);
  if ('refused' in taken) throw new PictureRefused(taken.refused);
  return taken;
}
