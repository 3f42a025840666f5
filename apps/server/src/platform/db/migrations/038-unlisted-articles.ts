import { type Kysely, sql } from 'kysely';

/**
 * Index of the few articles in no list: the back office adds their tags to the listed ones, of which `articleLists` has the
 * numbers, instead of counting every article's.
 */
export async function up(db: Kysely<never>) {
  await sql`create index "articlesUnlisted" on articles (id, state, "removedAt", kind)
    where state <> 'published' or "removedAt" is not null or kind = 'page'`.execute(db);
}
