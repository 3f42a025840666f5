import { loadSharp } from './load-sharp.ts';

type Drawing = {
  svg: string;
  /** Pixels. */
  size?: { width: number; height: number };
  as: { type: 'webp'; quality: number } | { type: 'png' };
};

/** A drawing of our own as a picture. Runs in the picture process alone. */
export async function draw({ svg, size, as }: Drawing): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const drawn = size ? sharp(Buffer.from(svg)).resize(size) : sharp(Buffer.from(svg));
  const encoded =
    as.type === 'webp' ? drawn.webp({ quality: as.quality }) : drawn.png({ palette: true, compressionLevel: 9 });
  return encoded.toBuffer();
}
