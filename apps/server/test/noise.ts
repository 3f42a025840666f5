import sharp from 'sharp';

/** A PNG of noise, which hardly compresses: about side × side × 3 bytes. */
export function noise(side: number): Promise<Buffer> {
  const grains = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  // the types ask for a background, which noise has none of
  const create = { width: side, height: side, channels: 3, noise: grains } as never;
  return sharp({ create }).png().toBuffer();
}

export async function widthOf(picture: ArrayBuffer): Promise<number> {
  return (await sharp(picture).metadata()).width;
}
