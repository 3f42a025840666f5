import type { Db, Trx } from '../../platform/db/schema.ts';
import type { FileRow } from '../../platform/storage/keep-picture.ts';

export function findFile(db: Db, key: string): Promise<FileRow | undefined> {
  return db.selectFrom('files').selectAll().where('key', '=', key).executeTakeFirst();
}

export function findOwnedFile(db: Db, key: string, userId: number) {
  return db
    .selectFrom('fileOwners')
    .innerJoin('files', 'files.key', 'fileOwners.key')
    .select(['files.key', 'files.sizes'])
    .where('fileOwners.key', '=', key)
    .where('fileOwners.userId', '=', userId)
    .executeTakeFirst();
}

export function listSizes(db: Db, keys: string[]) {
  return db.selectFrom('files').select(['key', 'width', 'height']).where('key', 'in', keys).execute();
}

/** All bytes of the pictures a member owns. */
export async function sumBytes(db: Db, userId: number): Promise<number> {
  const { used } = await db
    .selectFrom('fileOwners')
    .innerJoin('files', 'files.key', 'fileOwners.key')
    .select(({ fn }) => fn.sum<number | string | null>('files.bytes').as('used'))
    .where('fileOwners.userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(used ?? 0); // PostgreSQL gives sums as text
}

/** Writes what a picture is, anew if its bytes had been lost, and that a member owns it. */
export async function insertOwned(trx: Trx, { createdAt, ...file }: FileRow, userId: number) {
  await trx
    .insertInto('files')
    .values({ createdAt, ...file })
    .onConflict((known) => known.column('key').doUpdateSet(file))
    .execute();
  await trx
    .insertInto('fileOwners')
    .values({ key: file.key, userId, createdAt: Date.now() })
    .onConflict((known) => known.columns(['key', 'userId']).doNothing())
    .execute();
}
