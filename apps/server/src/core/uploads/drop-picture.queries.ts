import type { Db, Trx } from '../../platform/db/schema.ts';

/** A member's pictures, each with its smaller copies. */
export function listFiles(db: Db, userId: number) {
  return db
    .selectFrom('fileOwners')
    .innerJoin('files', 'files.key', 'fileOwners.key')
    .select(['files.key', 'files.sizes'])
    .where('fileOwners.userId', '=', userId)
    .orderBy('files.key')
    .execute();
}

export async function hasOtherOwner(db: Db | Trx, key: string, userId: number) {
  const other = await db
    .selectFrom('fileOwners')
    .select('key')
    .where('key', '=', key)
    .where('userId', '<>', userId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export async function disown(trx: Trx, key: string, userId: number) {
  await trx.deleteFrom('fileOwners').where('key', '=', key).where('userId', '=', userId).execute();
}

export async function deleteFile(trx: Trx, key: string) {
  await trx.deleteFrom('files').where('key', '=', key).execute();
}
