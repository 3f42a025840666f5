import type { Insertable } from 'kysely';
import type { Db, Schema } from '../../platform/db/schema.ts';

export async function hasFile(db: Db, key: string) {
  return (await db.selectFrom('files').select('key').where('key', '=', key).executeTakeFirst()) !== undefined;
}

export async function insertFile(db: Db, file: Insertable<Schema['files']>) {
  await db
    .insertInto('files')
    .values(file)
    .onConflict((known) => known.column('key').doNothing())
    .execute();
}
