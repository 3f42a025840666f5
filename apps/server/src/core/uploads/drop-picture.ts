import type { Db, Trx } from '../../platform/db/schema.ts';
import { readSizes } from '../../platform/storage/keep-picture.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { keyOfAddress, unsizedKey } from '../../platform/storage/storage-key.ts';
import * as queries from './drop-picture.queries.ts';
import { shownKeys } from './shown-pictures.ts';
import { findOwnedFile } from './uploads.queries.ts';

type Parts = { db: Db; storage: Storage };
type File = { key: string; sizes: string };
type From = { userId: number; shown: Set<string> };

/** The effect's name: what showed a member's picture is gone. */
export const dropUnshown = 'drop-unshown-picture';

/** All pictures a member owns. */
export const listOwnPictures = queries.listFiles;

/** Takes a picture from a member unless something shows it still, and from the storage unless another uploaded it too. */
export async function dropIfUnshown(parts: Parts, { url, userId }: { url: string; userId: number }) {
  const file = await findOwnedFile(parts.db, unsizedKey(keyOfAddress(url) ?? ''), userId);
  if (!file) return;
  const shown = await shownKeys(parts.db);
  if (!copiesOf(file).some((copy) => shown.has(copy))) await takePicture(parts, file, { userId, shown });
}

/** Takes a picture from a member, and from the storage unless another uploaded it too or something shows it. */
export async function takePicture({ db, storage }: Parts, file: File, { userId, shown }: From) {
  const { key } = file;
  const copies = copiesOf(file);
  const stays = copies.some((copy) => shown.has(copy)) || (await queries.hasOtherOwner(db, key, userId));
  // before its row: what a crash leaves is found again
  if (!stays) for (const copy of copies) await storage.remove(copy);
  await db.transaction().execute((trx) => release(trx, { key, userId, stays }));
}

async function release(trx: Trx, { key, userId, stays }: { key: string; userId: number; stays: boolean }) {
  await queries.disown(trx, key, userId);
  if (!stays && !(await queries.hasOtherOwner(trx, key, userId))) await queries.deleteFile(trx, key);
}

function copiesOf({ key, sizes }: File) {
  return [key, ...readSizes(sizes).map((copy) => copy.key)];
}
