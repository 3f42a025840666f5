import { readFile } from 'node:fs/promises';
import type { Db } from '../../platform/db/schema.ts';
import { keepPicture, rowOfPicture, takePicture } from '../../platform/storage/pictures.ts';
import { addressOfKey, keyFor, type Storage } from '../../platform/storage/storage.ts';
import * as queries from './import.queries.ts';
import type { PictureSource } from './picture-files.ts';

export type ShelvedPicture = { url: string; width: number; height: number };

type Local = Extract<PictureSource, { kind: 'file' | 'bytes' }>;

/**
 * Puts a picture into the site's storage, once however often it is shown.
 * @throws PictureRefused with the reason in Chinese.
 */
export async function shelvePicture(
  { db, storage }: { db: Db; storage: Storage },
  source: Local,
): Promise<ShelvedPicture> {
  const upload = source.kind === 'file' ? await readFile(source.path) : source.bytes;
  const known = await queries.findFile(db, keyFor(upload, 'webp'));
  if (known && (await storage.has(known.key))) return shown(known);

  const picture = await takePicture(upload);
  await keepPicture(storage, picture);
  await queries.insertFile(db, rowOfPicture(picture));
  return shown(picture);
}

function shown({ key, width, height }: { key: string; width: number; height: number }) {
  return { url: addressOfKey(key), width, height };
}
