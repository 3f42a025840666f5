import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { WorkerFailed, WorkerProcess } from '../workers/worker-process.ts';
import { type Picture, PictureRefused } from './picture.ts';
import type { PictureTasks } from './picture-worker.ts';
import type { Storage } from './storage.ts';

const MAX_BYTES = 20 * 1024 * 1024;

/**
 * Decodes an upload in the picture process and encodes it anew, so that only its pixels survive: upright, in sRGB,
 * without EXIF, animations still moving. The key comes from the uploaded bytes: the same file twice is the same picture.
 * Throws PictureRefused for anything that is no picture, too large or broken.
 */
export async function takePicture(upload: Uint8Array): Promise<Picture> {
  if (upload.length > MAX_BYTES) throw new PictureRefused('too-heavy');
  if (!hasPictureSignature(upload)) throw new PictureRefused('not-a-picture');
  const taken = await askPictures('take', upload);
  if ('refused' in taken) throw new PictureRefused(taken.refused);
  return taken;
}

/**
 * The process in which pictures are decoded, drawn and encoded: 1,500 bytes of AVIF can ask for a gigabyte, which only
 * the end of a process gives back for certain.
 */
export const pictureProcess = new WorkerProcess<PictureTasks>(new URL('./picture-worker.ts', import.meta.url), {
  heap: 96,
  memory: 400,
  seconds: 60,
});

/** Has a picture worked on. @throws PictureRefused when it takes too much time or memory, or too many others wait. */
export async function askPictures<Name extends keyof PictureTasks>(
  name: Name,
  input: Parameters<PictureTasks[Name]>[0],
) {
  try {
    return await pictureProcess.ask(name, input);
  } catch (cause) {
    if (!(cause instanceof WorkerFailed)) throw cause;
    throw new PictureRefused(cause.reason === 'busy' ? 'too-many' : 'too-slow', { cause });
  }
}

const largest = 20 * 1024 * 1024;

/**
 * A picture that a site kept before, under its key again and byte for byte, with its smaller copies made anew.
 * Throws PictureRefused for anything else: what is no WebP, larger than a site keeps it, or broken.
 */
export async function restorePicture(key: string, bytes: Uint8Array): Promise<Picture> {
  if (bytes.length > largest) throw new PictureRefused('too-heavy');
  if (!hasPictureSignature(bytes)) throw new PictureRefused('not-a-picture');
  const copied = await askPictures('copy', { key, bytes });
  if ('refused' in copied) throw new PictureRefused(copied.refused);
  return copied;
}

const SIGNATURES: { offset: number; bytes: string }[][] = [
  [{ offset: 0, bytes: '\xff\xd8\xff' }],
  [{ offset: 0, bytes: '\x89PNG\r\n\x1a\n' }],
  [{ offset: 0, bytes: 'GIF8' }],
  [
    { offset: 0, bytes: 'RIFF' },
    { offset: 8, bytes: 'WEBP' },
  ],
  [{ offset: 4, bytes: 'ftypavi' }],
];

/**
 * Whether the first bytes are those of a JPEG, PNG, GIF, WebP or AVIF.
 * Asked before any decoder sees the bytes, so that an uploaded SVG or PDF never reaches its large and wordy parser.
 */
function hasPictureSignature(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return SIGNATURES.some((signature) => signature.every(({ offset, bytes: mark }) => head.startsWith(mark, offset)));
}

export type FileRow = Selectable<Schema['files']>;

/** A smaller copy in the column `sizes`. */
type StoredSize = { width: number; key: string; bytes: number };

/** The row that tells of a picture. `bytes` are those of all its copies. */
export function rowOfPicture({ bytes, sizes, ...picture }: Picture, now = Date.now()): FileRow {
  const stored: StoredSize[] = sizes.map((size) => ({ ...size, bytes: size.bytes.length }));
  const smaller = stored.reduce((sum, size) => sum + size.bytes, 0);
  return { ...picture, bytes: bytes.length + smaller, sizes: JSON.stringify(stored), createdAt: now };
}

/** The column `sizes`, read. */
export function readSizes(sizes: string): StoredSize[] {
  return JSON.parse(sizes) as StoredSize[];
}

/** Keeps a picture with its smaller copies, itself last: where it is, they are too. What fails leaves nothing behind. */
export async function keepPicture(storage: Storage, picture: Picture): Promise<void> {
  try {
    for (const { key, bytes } of [...picture.sizes, picture]) await storage.put(key, bytes, picture.type);
  } catch (error) {
    await dropPicture(storage, picture);
    throw error;
  }
}

/** Forgets a picture, itself first. Does what it can: it follows another failure, which is the one to be told. */
export async function dropPicture(storage: Storage, picture: Picture): Promise<void> {
  for (const { key } of [picture, ...picture.sizes]) await storage.remove(key).catch(() => undefined);
}
