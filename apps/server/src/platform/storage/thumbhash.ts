import { rgbaToThumbHash } from 'thumbhash';
import { loadSharp } from './load-sharp.ts';

/** The library takes no more than 100 pixels a side. */
const box = { width: 100, height: 100, fit: 'inside' } as const;

/** A blur of the picture, of an animation's first frame, in some twenty bytes as base64. */
export async function thumbhashOf(bytes: Uint8Array): Promise<string> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(bytes).resize(box).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
