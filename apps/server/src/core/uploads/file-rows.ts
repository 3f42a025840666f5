import type { Db, Trx } from '../../platform/db/schema.ts';
import { oneAtATime } from '../../platform/limits/concurrency.ts';
import type { FileRow } from '../../platform/storage/pictures.ts';
import { isPictureKey } from '../../platform/storage/storage.ts';

/**
 * Serialises uploads and removals of files in this process: many at once are neither stored twice nor all held in
 * memory, and no bytes are removed while their file is registered.
 */
export const inTurn = oneAtATime();

/** Inserts a file's row, unless the file is known. */
export async function insertFile(db: Db | Trx, file: FileRow) {
  await db
    .insertInto('files')
    .values(file)
    .onConflict((known) => known.column('key').doNothing())
    .execute();
}

type Owner = { userId: number; name: string; camera?: string };

/** Inserts or restores a file's row and registers the member as an owner, with the time and name of the newest upload. */
export async function insertOwned(
  trx: Trx,
  { createdAt, ...file }: FileRow,
  { userId, name: written, camera = '' }: Owner,
) {
  await trx
    .insertInto('files')
    .values({ createdAt, ...file })
    .onConflict((known) => {
      const ofKey = known.column('key');
      return isPictureKey(file.key) ? ofKey.doUpdateSet(file) : ofKey.doNothing(); // an attachment may be described
    })
    .execute();
  const upload = { createdAt: Date.now(), camera, name: written };
  await trx
    .insertInto('fileOwners')
    .values({ key: file.key, userId, ...upload })
    .onConflict((known) => known.columns(['key', 'userId']).doUpdateSet(upload))
    .execute();
}
