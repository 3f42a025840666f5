import { loadSharp } from './load-sharp.ts';

type Drawing = {
  svg: string;
  /** Pixels. */
  size?: { width: number; height: number };
  as: { type: 'webp'; quality: number } | { type: 'png' };
};

type Icon = { bytes: Uint8Array; side: number; seal: number; ground: string };

/** A picture within a square, whole, on its ground. Runs in the picture process alone. */
export async function icon({ bytes, side, seal, ground }: Icon): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const size = Math.round(side * seal);
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const small = await sharp(bytes, { limitInputPixels: 50_000_000 })
    .resize(size, size, { fit: 'contain', background: clear })
    .png()
    .toBuffer();
  const background = ground === 'none' ? clear : ground;
  return sharp({ create: { width: side, height: side, channels: 4, background } })
    .composite([{ input: small }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** A drawing of our own as a picture. Runs in the picture process alone. */
export async function draw({ svg, size, as }: Drawing): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const drawn = size ? sharp(Buffer.from(svg)).resize(size) : sharp(Buffer.from(svg));
  const encoded =
    as.type === 'webp' ? drawn.webp({ quality: as.quality }) : drawn.png({ palette: true, compressionLevel: 9 });
  return encoded.toBuffer();
}
