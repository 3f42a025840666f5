import { bytesOfKind, describeOther, isWebPicture } from '@mojian/contract/core/picture-kinds';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { WorkerFailed, WorkerProcess } from '../workers/worker-process.ts';
import { isBitmap } from './bitmap.ts';
import { isDrawing, type Picture, PictureRefused } from './picture.ts';
import type { PictureTasks } from './picture-worker.ts';
import type { Storage } from './storage.ts';

const MAX_BYTES = 20 * 1024 * 1024;

/**
 * Decodes an upload in the picture process and encodes it anew, so that only pixels survive: upright, in sRGB, without
 * EXIF, animations still moving. The key is a hash of the upload: the same file twice is the same picture.
 * @throws PictureRefused
 */
export async function takePicture(upload: Uint8Array): Promise<Picture> {
  if (upload.length > MAX_BYTES) throw new PictureRefused('too-heavy');
  requirePicture(upload);
  const taken = await askPictures('take', upload);
  if ('refused' in taken) throw new PictureRefused(taken.refused);
  return taken;
}

/**
 * As `takePicture`, for the pictures of an old site that its owner moves: also SVG, drawn as pixels, BMP, and the first frame
 * of an animation that is too large.
 * @throws PictureRefused
 */
export async function takeForeignPicture(upload: Uint8Array): Promise<Picture> {
  if (upload.length > MAX_BYTES) throw new PictureRefused('too-heavy');
  requireForeign(upload);
  const taken = await askPictures('takeForeign', upload);
  if ('refused' in taken) throw new PictureRefused(taken.refused);
  return taken;
}

function requireForeign(upload: Uint8Array) {
  if (!isDrawing(upload) && !isBitmap(upload)) requirePicture(upload);
}

/**
 * Refuses what `takeForeignPicture` would by its kind or its header, without decoding it.
 * @throws PictureRefused; `broken` also when the header needs more than these first bytes
 */
export async function checkForeignPicture(beginning: Uint8Array) {
  requireForeign(beginning);
  const checked = await askPictures('checkForeign', beginning);
  if ('refused' in checked) throw new PictureRefused(checked.refused);
}

/** Bytes of the largest picture. */
export const heaviestPicture = MAX_BYTES;

/**
 * Process that decodes, draws and encodes pictures: 1,500 bytes of AVIF can demand a gigabyte, which only the end of a
 * process reliably frees.
 */
export const pictureProcess = new WorkerProcess<PictureTasks>(new URL('./picture-worker.ts', import.meta.url), {
  heap: 96,
  memory: 400,
  seconds: 60,
});

/** Runs a task in the picture process. @throws PictureRefused beyond time or memory, or when the queue is full */
export async function askPictures<Name extends keyof PictureTasks>(
  name: Name,
  input: Parameters<PictureTasks[Name]>[0],
) {
  try {
    return await pictureProcess.ask(name, input);
  } catch (cause) {
    if (!(cause instanceof WorkerFailed)) throw cause;
    throw new PictureRefused(refusals[cause.reason], { cause });
  }
}

const refusals = { busy: 'too-many', killed: 'no-memory', slow: 'too-slow', large: 'too-slow' } as const;

const largest = 20 * 1024 * 1024;

/**
 * Restores a picture under its key, byte for byte, and makes its smaller copies anew.
 * @throws PictureRefused for anything but a WebP of allowed size
 */
export async function restorePicture(key: string, bytes: Uint8Array): Promise<Picture> {
  if (bytes.length > largest) throw new PictureRefused('too-heavy');
  requirePicture(bytes);
  const copied = await askPictures('copy', { key, bytes });
  if ('refused' in copied) throw new PictureRefused(copied.refused);
  return copied;
}

/**
 * Checks the signature of JPEG, PNG, GIF, WebP and AVIF before any decoder runs, so that an uploaded SVG or PDF never
 * reaches its parser. @throws PictureRefused that names the kind
 */
function requirePicture(bytes: Uint8Array) {
  const head = Buffer.from(bytes.subarray(0, bytesOfKind)).toString('latin1');
  if (!isWebPicture(head)) throw new PictureRefused('not-a-picture', { words: describeOther(head) });
}

export type FileRow = Selectable<Schema['files']>;

/** Smaller copy in the column `sizes`. */
type StoredSize = { width: number; key: string; bytes: number };

/** Columns of a file that only a described attachment fills. */
export const undescribed = { pages: 0, seconds: 0, wave: '' };

/** Database row of a picture; `bytes` includes its copies. */
export function rowOfPicture({ bytes, sizes, ...picture }: Picture, now = Date.now()): FileRow {
  const stored: StoredSize[] = sizes.map((size) => ({ ...size, bytes: size.bytes.length }));
  const smaller = stored.reduce((sum, size) => sum + size.bytes, 0);
  return {
    ...picture,
    ...undescribed,
    name: '',
    bytes: bytes.length + smaller,
    sizes: JSON.stringify(stored),
    createdAt: now,
  };
}

/** Parses the column `sizes`. */
export function readSizes(sizes: string): StoredSize[] {
  return JSON.parse(sizes) as StoredSize[];
}

/**
 * Stores a picture after its smaller copies, so that it never exists without them, unless it is there already. A failure
 * leaves nothing.
 * @returns whether it was stored
 */
export async function keepPicture(storage: Storage, picture: Picture): Promise<boolean> {
  if (await storage.has(picture.key)) return false;
  const stored: string[] = [];
  try {
    for (const { key, bytes } of [...picture.sizes, picture]) {
      await storage.put(key, bytes, picture.type);
      stored.unshift(key);
    }
  } catch (error) {
    await removeAll(storage, stored);
    throw error;
  }
  return true;
}

/** Removes a picture before its copies. Best effort, so that the original failure is the one reported. */
export function dropPicture(storage: Storage, picture: Picture): Promise<void> {
  return removeAll(
    storage,
    [picture, ...picture.sizes].map(({ key }) => key),
  );
}

async function removeAll(storage: Storage, keys: string[]) {
  for (const key of keys) await storage.remove(key).catch(() => undefined);
}
