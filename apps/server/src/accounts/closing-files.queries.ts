import { type ReferenceExpression, type SqlBool, sql } from 'kysely';
import type { Db, Schema, Trx } from '../db/schema.ts';

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

/** The places where a picture's address may stand. */
export const places = [
  { table: 'articles', columns: ['markdown', 'cover'] },
  { table: 'says', columns: ['text', 'pictures'] },
  { table: 'comments', columns: ['text', 'pictures'] },
  { table: 'users', columns: ['avatar', 'cover'] },
] as const satisfies { table: keyof Schema; columns: readonly string[] }[];

/** So many rows with pictures in them, after the one with a number. */
export function listTexts(db: Db, { table, columns }: (typeof places)[number], after: number, limit: number) {
  const text = sql<string>`${sql.join(
    columns.map((column) => sql.ref(column)),
    sql` || ' ' || `,
  )}`;
  return db
    .selectFrom(table as 'articles')
    .select(['id', text.as('text')])
    .where('id', '>', after)
    .where(sql<SqlBool>`${text} like '%/files/%'`)
    .orderBy('id' as ReferenceExpression<Schema, 'articles'>)
    .limit(limit)
    .execute();
}

export async function listSettings(db: Db) {
  const rows = await db.selectFrom('settings').select('value').execute();
  return rows.map(({ value }) => value);
}
