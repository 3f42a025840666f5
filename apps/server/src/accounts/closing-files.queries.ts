import { type SqlBool, sql } from 'kysely';
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

type Place = { table: keyof Schema; columns: readonly string[]; id?: string };

/** The places where a picture's address may stand. */
export const places = [
  { table: 'articles', columns: ['markdown', 'cover'] },
  { table: 'drafts', columns: ['content'], id: 'articleId' },
  { table: 'revisions', columns: ['content'] },
  { table: 'says', columns: ['text', 'pictures'] },
  { table: 'comments', columns: ['text', 'pictures'] },
  { table: 'users', columns: ['avatar', 'cover'] },
] as const satisfies Place[];

/** So many rows with pictures in them, after the one with a number. */
export function listTexts(db: Db, { table, columns, id = 'id' }: Place, after: number, limit: number) {
  const text = sql<string>`${sql.join(
    columns.map((column) => sql.ref(column)),
    sql` || ' ' || `,
  )}`;
  const number = sql.ref<number>(id);
  return db
    .selectFrom(table as 'articles')
    .select([number.as('id'), text.as('text')])
    .where(number, '>', after)
    .where(sql<SqlBool>`${text} like '%/files/%'`)
    .orderBy(number)
    .limit(limit)
    .execute();
}

export async function listSettings(db: Db) {
  const rows = await db.selectFrom('settings').select('value').execute();
  return rows.map(({ value }) => value);
}
