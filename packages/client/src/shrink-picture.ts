import { bytesOfKind, describeOther, isWebPicture } from '@mojian/contract/core/picture-kinds';
import { Failure } from '@mojian/contract/platform/failures';
import { largestUpload } from '@mojian/contract/platform/rules';

/** Pixels: the server stores at most 2000 wide, and browsers draw at most 16 million. */
const widest = 2400;
const longest = 16_000;
const mostPixels = 16_000_000;
/** Scale and quality of each attempt. */
const tries = [
  { share: 1, quality: 0.88 },
  { share: 1, quality: 0.75 },
  { share: 0.7, quality: 0.75 },
  { share: 0.5, quality: 0.7 },
  { share: 0.3, quality: 0.7 },
];
/** Bytes that tell whether a file is animated. */
const beginning = 64 * 1024;

/**
 * Re-encodes a picture upright and smaller until it has at most `most` bytes: a WebP, or a JPEG where the browser
 * cannot write WebP. @throws Failure too-large, with the reason, for animations and SVG, which would lose by it, and
 * for files that cannot be decoded.
 */
export async function shrinkPicture(file: Blob, most = largestUpload): Promise<Blob> {
  const name = file instanceof File && file.name ? `「${file.name}」` : '这张图片';
  const limit = file.size > largestUpload ? '超过 10 MB' : '太大';
  if (file.type === 'image/svg+xml') throw refuse(`${name}${limit}。SVG 缩小会变糊，请先把它存得小一些`);
  if (await isMoving(file)) throw refuse(`${name}${limit}。动图缩小会停住不动，请先把它压小一些`);
  const picture = await decode(file).catch(async () => {
    throw refuse(
      (await describeFile(file)) ?? `${name}${limit}，这个浏览器又打不开它，不能自动缩小。请换成 JPG、PNG 或 WebP`,
    );
  });
  const smaller = await drawWithin(picture, most);
  if (smaller) return smaller;
  throw refuse(`${name}${limit}，缩小之后还是太大，请先把它压小一些`);
}

/**
 * Re-encodes a photo of another kind, such as HEIC, where this browser can decode it, as Safari does; any other file is
 * returned as it is, and the server says what it is.
 */
export async function toWebPicture(file: Blob): Promise<Blob> {
  if (isWebPicture(await readHead(file, bytesOfKind))) return file;
  const picture = await decode(file).catch(() => undefined);
  const drawn = picture && (await drawWithin(picture, largestUpload));
  return drawn ? new File([drawn], file instanceof File ? file.name : 'picture', { type: drawn.type }) : file;
}

/** Says in Chinese which kind of file it is that no browser shows; undefined for others. */
export async function describeFile(file: Blob) {
  return describeOther(await readHead(file, bytesOfKind));
}

/** Decodes as a bitmap, or as a picture of a page, which in some browsers knows more formats. */
async function decode(file: Blob) {
  try {
    return await createImageBitmap(file);
  } catch {
    const picture = new Image();
    picture.src = URL.createObjectURL(file);
    try {
      await picture.decode();
      return await createImageBitmap(picture);
    } finally {
      URL.revokeObjectURL(picture.src);
    }
  }
}

async function drawWithin(picture: ImageBitmap, most: number) {
  try {
    for (const { share, quality } of tries) {
      const smaller = await draw(picture, share, quality);
      if (smaller && smaller.size <= most) return smaller;
    }
    return undefined;
  } finally {
    picture.close();
  }
}

/** First bytes as Latin-1 text. */
async function readHead(file: Blob, bytes: number) {
  const read = new Uint8Array(await file.slice(0, bytes).arrayBuffer());
  return Array.from(read, (byte) => String.fromCharCode(byte)).join('');
}

const refuse = (words: string) => new Failure('too-large', words, 'file');

async function draw(picture: ImageBitmap, share: number, quality: number) {
  const { width, height } = picture;
  const scale =
    share * Math.min(1, widest / width, longest / Math.max(width, height), Math.sqrt(mostPixels / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const paint = canvas.getContext('2d');
  if (!paint) return undefined;
  paint.imageSmoothingQuality = 'high';
  paint.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const webp = await encode(canvas, 'image/webp', quality);
  if (webp?.type === 'image/webp') return webp;
  // a JPEG has no transparency: paint white behind it, not black
  paint.globalCompositeOperation = 'destination-over';
  paint.fillStyle = '#fff';
  paint.fillRect(0, 0, canvas.width, canvas.height);
  return encode(canvas, 'image/jpeg', quality);
}

function encode(canvas: HTMLCanvasElement, type: string, quality: number) {
  return new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
}

/** By its first bytes: any GIF, animated WebP or PNG, AVIF sequence. */
async function isMoving(file: Blob) {
  const head = await readHead(file, beginning);
  if (head.startsWith('GIF8')) return true;
  if (head.startsWith('RIFF') && head.slice(8, 16) === 'WEBPVP8X') return (head.charCodeAt(20) & 0b10) !== 0;
  if (head.startsWith('\x89PNG')) return head.split('IDAT', 1)[0]?.includes('acTL') ?? false;
  return head.slice(4, 12) === 'ftypavis';
}
