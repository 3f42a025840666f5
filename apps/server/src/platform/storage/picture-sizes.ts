import { loadSharp } from './load-sharp.ts';
import { sizedKey } from './storage-key.ts';

const WIDTHS = [480, 960, 1600];
/** A copy hardly narrower than the picture itself saves nothing. */
const WORTHWHILE = 1.2;

export type PictureSize = { width: number; key: string; bytes: Uint8Array };

/**
 * Smaller copies for small screens, narrowest first. Made from the picture as it is kept, at most 2000 pixels wide:
 * unpacking a camera's original once for every copy would cost far more than the eye could tell.
 */
export async function makeSizes(picture: { key: string; bytes: Uint8Array; width: number }): Promise<PictureSize[]> {
  const sharp = await loadSharp();
  const sizes: PictureSize[] = [];
  for (const width of WIDTHS.filter((one) => one * WORTHWHILE <= picture.width)) {
    const bytes = await sharp(picture.bytes).resize({ width }).webp({ quality: 80 }).toBuffer();
    sizes.push({ width, key: sizedKey(picture.key, width), bytes });
  }
  return sizes;
}
