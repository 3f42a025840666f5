import type { Db, Trx } from '../../platform/db/schema.ts';
import { readSizes } from '../../platform/storage/pictures.ts';
import { keyOfAddress, type Storage, unsizedKey } from '../../platform/storage/storage.ts';
import { shownKeys } from './file-uses.ts';
import { findOwnedFile } from './uploads.ts';

type Deps = { db: Db; storage: Storage };
type File = { key: string; sizes: string };
type From = { userId: number; shown: Set<string> };

/** The effect's name: what showed a member's picture is gone. */
export const dropUnshown = 'drop-unshown-picture';

/** All pictures a member owns. */
export const listOwnPictures = listFiles;

/** Takes a picture from a member unless something shows it still, and from the storage unless another uploaded it too. */
export async function dropIfUnshown(deps: Deps, { url, userId }: { url: string; userId: number }) {
  const file = await findOwnedFile(deps.db, unsizedKey(keyOfAddress(url) ?? ''), userId);
  if (!file) return;
  const shown = await shownKeys(deps.db);
  if (!copiesOf(file).some((copy) => shown.has(copy))) await takePicture(deps, file, { userId, shown });
}

/** Takes a picture from a member, and from the storage unless another uploaded it too or something shows it. */
export async function takePicture({ db, storage }: Deps, file: File, { userId, shown }: From) {
  const { key } = file;
  const copies = copiesOf(file);
  const stays = copies.some((copy) => shown.has(copy)) || (await hasOtherOwner(db, key, userId));
  // before its row: what a crash leaves is found again
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
