import { sql } from 'kysely';
import type { Db, Schema } from '../../platform/db/schema.ts';

type Place = { table: keyof Schema; columns: readonly string[]; id?: string };

/** The places where a picture's address may stand. */
export const places = [
  { table: 'articles', columns: ['markdown', 'cover'] },
  { table: 'drafts', columns: ['content'], id: 'articleId' },
  { table: 'revisions', columns: ['content'] },
  { table: 'says', columns: ['text', 'pictures'] },
  { table: 'comments', columns: ['text', 'pictures'] },
  { table: 'chatMessages', columns: ['picture'] },
  { table: 'reports', columns: ['excerpt'] },
  { table: 'users', columns: ['avatar', 'cover'] },
  { table: 'links', columns: ['avatar'] },
  { table: 'navigationSites', columns: ['logo'] },
] as const satisfies Place[];

/** The next so many rows after the one with a number; the text of those with pictures in them, null of the others. */
export function listTexts(db: Db, { table, columns, id = 'id' }: Place, after: number, limit: number) {
  const text = sql<string>`${sql.join(
    columns.map((column) => sql.ref(column)),
    sql` || ' ' || `,
  )}`;
  const number = sql.ref<number>(id);
  return db
    .selectFrom(table as 'articles')
    .select([number.as('id'), sql<string | null>`case when ${text} like '%/files/%' then ${text} end`.as('text')])
    .where(number, '>', after)
    .orderBy(number)
    .limit(limit)
    .execute();
}

export async function listSettings(db: Db) {
  const rows = await db.selectFrom('settings').select('value').execute();
  return rows.map(({ value }) => value);
}
