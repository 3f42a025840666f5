import { contains } from '../../platform/db/contains.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { FileRow } from '../../platform/storage/keep-picture.ts';

/** Keys, the newest first, of what is older than a time and, if asked for, somebody's of this name. */
export async function listKeys(db: Db, { before, owner }: { before: number; owner: string }) {
  let rows = db.selectFrom('files').select('key').where('createdAt', '<=', before);
  if (owner !== '')
    rows = rows.where('key', 'in', (from) =>
      from
        .selectFrom('fileOwners')
        .innerJoin('users', 'users.id', 'fileOwners.userId')
        .select('fileOwners.key')
        .where(contains('users.nickname', owner)),
    );
  const found = await rows.orderBy('createdAt', 'desc').orderBy('key').execute();
  return found.map(({ key }) => key);
}

export function listFiles(db: Db, keys: string[]): Promise<FileRow[]> {
  return db.selectFrom('files').selectAll().where('key', 'in', keys).execute();
}

export function listOwners(db: Db, keys: string[]) {
  return db
    .selectFrom('fileOwners')
    .innerJoin('users', 'users.id', 'fileOwners.userId')
    .select(['fileOwners.key', 'users.id', 'users.nickname'])
    .where('fileOwners.key', 'in', keys)
    .orderBy('fileOwners.createdAt')
    .orderBy('users.id')
    .execute();
}

export async function sumAll(db: Db) {
  const { files, bytes } = await db
    .selectFrom('files')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('bytes').as('bytes')])
    .executeTakeFirstOrThrow();
  return { files: Number(files), bytes: Number(bytes ?? 0) };
}

/** Who keeps the most. */
export async function sumMembers(db: Db, limit: number) {
  const rows = await db
    .selectFrom('fileOwners')
    .innerJoin('files', 'files.key', 'fileOwners.key')
    .innerJoin('users', 'users.id', 'fileOwners.userId')
    .select(['users.id', 'users.nickname'])
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number>('files.bytes').as('bytes')])
    .groupBy(['users.id', 'users.nickname'])
    .orderBy('bytes', 'desc')
    .orderBy('users.id')
    .limit(limit)
    .execute();
  return rows.map(({ files, bytes, ...member }) => ({ ...member, files: Number(files), bytes: Number(bytes) }));
}

/** Forgets a picture and whose it was. Gives what is needed to remember it again. */
export async function takeFile(trx: Trx, key: string) {
  const owners = await trx.deleteFrom('fileOwners').where('key', '=', key).returningAll().execute();
  const file = await trx.deleteFrom('files').where('key', '=', key).returningAll().executeTakeFirst();
  return file && { file, owners };
}

export type Taken = NonNullable<Awaited<ReturnType<typeof takeFile>>>;

export async function putFileBack(trx: Trx, { file, owners }: Taken) {
  await trx
    .insertInto('files')
    .values(file)
    .onConflict((known) => known.column('key').doNothing())
    .execute();
  for (const owner of owners)
    await trx
      .insertInto('fileOwners')
      .values(owner)
      .onConflict((known) => known.columns(['key', 'userId']).doNothing())
      .execute();
}
