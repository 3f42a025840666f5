import { hourLength } from '@mojian/contract/platform/time';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Tables } from '../../platform/db/table.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { readSizes } from '../../platform/storage/pictures.ts';
import { keyOfAddress, type Storage, unsizedKey } from '../../platform/storage/storage.ts';
import { inTurn } from './file-rows.ts';
import { listUsedPictureKeys } from './file-uses.ts';

type StorageDeps = { db: Db; storage: Storage };
type Deps = StorageDeps & { tables: Tables };
type File = { key: string; sizes: string };
type From = { userId: number; shown: Set<string> };
type Picture = { url: string; userId: number };

/** Outbox effect after the last use of a member's picture. */
export const dropUnshown = 'drop-unshown-picture';

/**
 * Payload of the effect. `endedAt`: when the use ended; `usedAt`: when it began, so that an upload after it was meant for
 * another text. Entries of former versions have neither.
 */
type Drop = Picture & { usedAt?: number; endedAt?: number };

/** Queues the deletion of a picture with the end of a use that began at `usedAt`. */
export function enqueueDrop(trx: Trx, picture: Picture & { usedAt: number }) {
  return enqueue(trx, dropUnshown, { ...picture, endedAt: Date.now() } satisfies Drop);
}

/** Milliseconds for a text with the picture that is being written: the longest wait of the outbox. */
const graceMs = hourLength;

/**
 * Deletes a member's picture unless it is used, and its bytes unless another member uploaded it too. One uploaded again
 * since the use ended stays, like any picture of a text not sent yet. One uploaded again while it was used may belong to an
 * unsent text or to one sent and withdrawn: it is checked again an hour later.
 */
export async function dropIfUnshown(deps: Deps, { url, userId, usedAt, endedAt = Number.POSITIVE_INFINITY }: Drop) {
  const { db } = deps;
  const key = unsizedKey(keyOfAddress(url) ?? '');
  const [file, owners] = await Promise.all([findFile(db, key), listOwners(db, key)]);
  const own = owners.find((owner) => owner.userId === userId);
  if (!file || (!own && owners.length > 0) || (own && own.createdAt >= endedAt)) return;
  if (own && own.createdAt > (usedAt ?? endedAt)) await deferDrop(db, { url, userId, endedAt });
  else await dropUnused(deps, file, own);
}

function deferDrop(db: Db, picture: Drop) {
  return db.transaction().execute((trx) => enqueue(trx, dropUnshown, picture, Date.now() + graceMs));
}

/** `own`: none when an earlier attempt broke off. */
async function dropUnused(deps: Deps, file: File, own: Owner | undefined) {
  const { db, tables } = deps;
  if (isUsed(file, await listUsedPictureKeys(db, tables))) return;
  if (own && !(await deleteOwnerIfUnchanged(db, own))) return; // uploaded again meanwhile
  // read once more: from here on no new text can use it, but one may have come while the texts were read
  if (!isUsed(file, await listUsedPictureKeys(db, tables))) await removeUnowned(deps, file);
  else if (own) await restoreOwner(db, own);
}

/** Removes a picture that nobody owns. Its bytes go before its row: leftovers of a crash are found again. */
function removeUnowned({ db, storage }: StorageDeps, file: File) {
  return inTurn(async () => {
    if ((await listOwners(db, file.key)).length > 0) return;
    await removeBytes(storage, file);
    await db.transaction().execute((trx) => deleteUnowned(trx, file.key));
  });
}

export const listOwnPictures = listFiles;

/** Deletes a member's picture, and its bytes unless it is used or another member uploaded it too. */
export function removePicture({ db, storage }: StorageDeps, file: File, { userId, shown }: From) {
  return inTurn(async () => {
    const { key } = file;
    const stays = isUsed(file, shown) || (await hasOtherOwner(db, key, userId));
    // before its row: leftovers of a crash are found again
    if (!stays) await removeBytes(storage, file);
    await db.transaction().execute((trx) => release(trx, { key, userId, stays }));
  });
}

async function release(trx: Trx, { key, userId, stays }: { key: string; userId: number; stays: boolean }) {
  await deleteOwner(trx, key, userId);
  if (!stays) await deleteUnowned(trx, key);
}

function isUsed(file: File, shown: Set<string>) {
  return copiesOf(file).some((copy) => shown.has(copy));
}

async function removeBytes(storage: Storage, file: File) {
  for (const copy of copiesOf(file)) await storage.remove(copy);
}

function copiesOf({ key, sizes }: File) {
  return [key, ...readSizes(sizes).map((copy) => copy.key)];
}

function findFile(db: Db, key: string): Promise<File | undefined> {
  return db.selectFrom('files').select(['key', 'sizes']).where('key', '=', key).executeTakeFirst();
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

type Owner = { key: string; userId: number; createdAt: number };

function listOwners(db: Db | Trx, key: string): Promise<Owner[]> {
  return db.selectFrom('fileOwners').selectAll().where('key', '=', key).execute();
}

async function hasOtherOwner(db: Db, key: string, userId: number) {
  return (await listOwners(db, key)).some((owner) => owner.userId !== userId);
}

async function deleteOwner(trx: Trx, key: string, userId: number) {
  await trx.deleteFrom('fileOwners').where('key', '=', key).where('userId', '=', userId).execute();
}

/** False when the member uploaded it again since. */
async function deleteOwnerIfUnchanged(db: Db, { key, userId, createdAt }: Owner) {
  const { numDeletedRows } = await db
    .deleteFrom('fileOwners')
    .where('key', '=', key)
    .where('userId', '=', userId)
    .where('createdAt', '=', createdAt)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

async function restoreOwner(db: Db, owner: Owner) {
  await db
    .insertInto('fileOwners')
    .values(owner)
    .onConflict((known) => known.columns(['key', 'userId']).doNothing())
    .execute();
}

async function deleteUnowned(trx: Trx, key: string) {
  if ((await listOwners(trx, key)).length === 0) await trx.deleteFrom('files').where('key', '=', key).execute();
}
