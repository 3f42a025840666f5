import { loadSharp } from '../../platform/storage/load-sharp.ts';
import { canvasOf, type LightName, type Size } from './canvas.ts';
import { type SceneName, scenes } from './scene-names.ts';

/** A picture as it is drawn: a scene in a light, by its seed always the same. */
export type Drawing = Size & { scene: SceneName; light: LightName; seed: number };

/** Draws a picture. @returns a JPEG with the grain of a photograph */
export async function drawPicture({ scene, ...drawing }: Drawing): Promise<Buffer> {
  const { width, height } = drawing;
  const sharp = await loadSharp();
  const drawn = scenes[scene](canvasOf(drawing));
  const shade = `<radialGradient id="corners" r="0.75"><stop offset="0.6" stop-opacity="0"/><stop offset="1" stop-opacity="0.32"/></radialGradient><rect width="${width}" height="${height}" fill="url(#corners)"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn}${shade}</svg>`;
  const [grain, size] = await loadGrain();
  return sharp(Buffer.from(svg))
    .flatten({ background: '#808080' })
    .composite([{ input: grain, raw: size, tile: true, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

let grain: Promise<[Buffer, typeof grainSize]> | undefined;
const grainSize = { width: 256, height: 256, channels: 3 } as const;

/** A square of grain that all pictures share, as it takes as long as a picture. */
function loadGrain() {
  grain ??= makeGrain();
  return grain;
}

async function makeGrain(): Promise<[Buffer, typeof grainSize]> {
  const sharp = await loadSharp();
  const noise = { type: 'gaussian', mean: 128, sigma: 5 } as const;
  const square = sharp({ create: { ...grainSize, background: '#808080', noise } });
  return [await square.raw().toBuffer(), grainSize];
}
