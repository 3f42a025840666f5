import { type Kysely, sql } from 'kysely';

/**
 * Index of the articles that hide their comments, so that lists show no number of them: in the row that column lies behind
 * the long texts. An expression, since SQLite looks a plain id up in the table itself, whatever the index.
 */
export async function up(db: Kysely<never>) {
  await sql`create index "articlesHidingComments" on articles ((-id)) where commenting = 'hidden'`.execute(db);
}
