import { type Kysely, sql } from 'kysely';

/** Pages beside articles; of the comments' modes, `closed` becomes `hidden`, as it showed none. */
export async function up(db: Kysely<never>) {
  await db.schema
    .alterTable('articles')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('article').check(sql`kind in ('article', 'page')`))
    .execute();
  await sql`create index "articlesPages" on articles (id) where kind = 'page'`.execute(db);
  await renameClosedComments(db);
}

async function renameClosedComments(db: Kysely<never>) {
  const { rows } = await sql<{ value: string }>`select value from settings where name = 'features'`.execute(db);
  const features = rows[0] && JSON.parse(rows[0].value);
  if (features?.comments !== 'closed') return;
  const value = JSON.stringify({ ...features, comments: 'hidden' });
  await sql`update settings set value = ${value} where name = 'features'`.execute(db);
}
