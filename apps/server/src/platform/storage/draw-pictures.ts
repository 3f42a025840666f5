import { loadSharp } from './load-sharp.ts';

type PictureBox = { width: number; height: number };

type Drawing = {
  svg: string;
  /** Laid on the drawing, in whose pixels its place is; it is cropped to fill it. */
  photo?: Photo;
  /** Pixels. */
  size?: PictureBox;
  as:
    | { type: 'webp'; quality: number }
    | { type: 'png' /** Time spent on choosing colours, from 1 to 10. */; effort?: number };
};

type Photo = { bytes: Uint8Array; box: PictureBox & { left: number; top: number } };

type Icon = { bytes: Uint8Array; side: number; seal: number; ground: string };

/** Fits a picture into a square with a background, in the picture process. */
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

/** Renders SVG of our own, in the picture process. */
export async function draw({ svg, photo, size, as }: Drawing): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const whole = sharp(photo ? await layPhoto(svg, photo) : Buffer.from(svg));
  const drawn = size ? whole.resize(size) : whole;
  const encoded =
    as.type === 'webp'
      ? drawn.webp({ quality: as.quality, effort: transparentEffort })
      : photo
        ? drawn.png()
        : drawn.png({ palette: true, compressionLevel: 9, effort: as.effort ?? 7 });
  return encoded.toBuffer();
}

async function layPhoto(svg: string, { bytes, box: { left, top, ...size } }: Photo): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const input = await sharp(bytes, { limitInputPixels: 50_000_000 })
    .resize({ ...size, fit: 'cover' })
    .toBuffer();
  const laid = sharp(Buffer.from(svg)).composite([{ input, left, top }]);
  return laid.png({ compressionLevel: 0 }).toBuffer();
}

/** Renders several drawings in one turn, so that none waits behind other work. */
export async function drawEach(drawings: Drawing[]): Promise<Uint8Array[]> {
  const pictures: Uint8Array[] = [];
  for (const drawing of drawings) pictures.push(await draw(drawing));
  return pictures;
}

/** A transparent ground takes a second at the greatest effort, and some milliseconds at this one. */
const transparentEffort = 4;

/** The greatest effort makes drawings a third smaller for a seventh more time, photographs hardly for twice as much. */
function asDrawing(quality: number) {
  return { quality, effort: 6 };
}

type SizedDrawing = { svg: string /** Pixels, the largest first. */; sizes: PictureBox[]; quality: number };

/** Renders SVG of our own once, and encodes it in several sizes. */
export async function drawSizes({ svg, sizes: [largest, ...smaller], quality }: SizedDrawing): Promise<Uint8Array[]> {
  const sharp = await loadSharp();
  const rendered = sharp(Buffer.from(svg))
    .resize(largest ?? {})
    .raw();
  const { data, info: raw } = await rendered.toBuffer({ resolveWithObject: true });
  const pictures = [await sharp(data, { raw }).webp(asDrawing(quality)).toBuffer()];
  for (const size of smaller)
    pictures.push(await sharp(data, { raw }).resize(size).webp(asDrawing(quality)).toBuffer());
  return pictures;
}
