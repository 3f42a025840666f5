import type { Db, Trx } from '../../platform/db/schema.ts';
import { readSizes } from '../../platform/storage/pictures.ts';
import { keyOfAddress, type Storage, unsizedKey } from '../../platform/storage/storage.ts';
import { listUsedPictureKeys } from './file-uses.ts';
import { findOwnedFile } from './uploads.ts';

type Deps = { db: Db; storage: Storage };
type File = { key: string; sizes: string };
type From = { userId: number; shown: Set<string> };

/** Outbox effect after the last use of a member's picture. */
export const dropUnshown = 'drop-unshown-picture';

export const listOwnPictures = listFiles;

/** Deletes a member's picture unless it is used, and its bytes unless another member uploaded it too. */
export async function dropIfUnshown(deps: Deps, { url, userId }: { url: string; userId: number }) {
  const file = await findOwnedFile(deps.db, unsizedKey(keyOfAddress(url) ?? ''), userId);
  if (!file) return;
  const shown = await listUsedPictureKeys(deps.db);
  if (!copiesOf(file).some((copy) => shown.has(copy))) await removePicture(deps, file, { userId, shown });
}

/** Deletes a member's picture, and its bytes unless it is used or another member uploaded it too. */
export async function removePicture({ db, storage }: Deps, file: File, { userId, shown }: From) {
  const { key } = file;
  const copies = copiesOf(file);
  const stays = copies.some((copy) => shown.has(copy)) || (await hasOtherOwner(db, key, userId));
  // before its row: leftovers of a crash are found again
  if (!stays) for (const copy of copies) await storage.remove(copy);
  await db.transaction().execute((trx) => release(trx, { key, userId, stays }));
}

async function release(trx: Trx, { key, userId, stays }: { key: string; userId: number; stays: boolean }) {
  await disown(trx, key, userId);
  if (!stays && !(await hasOtherOwner(trx, key, userId))) await deleteFile(trx, key);
}

function copiesOf({ key, sizes }: File) {
  return [key, ...readSizes(sizes).map((copy) => copy.key)];
}

/** A member's pictures, each with its smaller copies. */
function listFiles(db: Db, userId: number) {
  return db
    .selectFrom('fileOwners')
    .innerJoin('files', 'files.key', 'fileOwners.key')
    .select(['files.key', 'files.sizes'])
    .where('fileOwners.userId', '=', userId)
    .orderBy('files.key')
    .execute();
}

async function hasOtherOwner(db: Db | Trx, key: string, userId: number) {
  const other = await db
    .selectFrom('fileOwners')
    .select('key')
    .where('key', '=', key)
    .where('userId', '<>', userId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

async function disown(trx: Trx, key: string, userId: number) {
  await trx.deleteFrom('fileOwners').where('key', '=', key).where('userId', '=', userId).execute();
}

async function deleteFile(trx: Trx, key: string) {
  await trx.deleteFrom('files').where('key', '=', key).execute();
}
