import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Picture } from './picture.ts';
import type { Storage } from './storage.ts';

export type FileRow = Selectable<Schema['files']>;

/** What the database says of a smaller copy, in the column `sizes`. */
export type KeptSize = { width: number; key: string; bytes: number };

/** The row that tells of a picture. `bytes` are those of all its copies. */
export function rowOfPicture({ bytes, sizes, ...picture }: Picture, now = Date.now()): FileRow {
  const kept: KeptSize[] = sizes.map((size) => ({ ...size, bytes: size.bytes.length }));
  const smaller = kept.reduce((sum, size) => sum + size.bytes, 0);
  return { ...picture, bytes: bytes.length + smaller, sizes: JSON.stringify(kept), createdAt: now };
}

/** The column `sizes`, read. */
export function readSizes(sizes: string): KeptSize[] {
  return JSON.parse(sizes) as KeptSize[];
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
