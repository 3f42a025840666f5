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
  const picture = await createImageBitmap(file).catch(() => {
    throw refuse(`${name}${limit}，这个浏览器又打不开它，不能自动缩小。请换成 JPG、PNG 或 WebP`);
  });
  try {
    for (const { share, quality } of tries) {
      const smaller = await draw(picture, share, quality);
      if (smaller && smaller.size <= most) return smaller;
    }
  } finally {
    picture.close();
  }
  throw refuse(`${name}${limit}，缩小之后还是太大，请先把它压小一些`);
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
  const head = new TextDecoder('latin1').decode(await file.slice(0, beginning).arrayBuffer());
  if (head.startsWith('GIF8')) return true;
  if (head.startsWith('RIFF') && head.slice(8, 16) === 'WEBPVP8X') return (head.charCodeAt(20) & 0b10) !== 0;
  if (head.startsWith('\x89PNG')) return head.split('IDAT', 1)[0]?.includes('acTL') ?? false;
  return head.slice(4, 12) === 'ftypavis';
}
