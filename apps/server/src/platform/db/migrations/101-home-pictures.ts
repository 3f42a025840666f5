import { type Kysely, sql } from 'kysely';

/** Finds the newest pictures for the home page without walking through all says and articles. */
export async function up(db: Kysely<never>) {
  await sql`create index "saysPictured" on says ("createdAt" desc, id desc) where pictures <> '[]'`.execute(db);
  await sql`create index "articlesCovered" on articles ("publishedAt" desc, id desc)
    where state = 'published' and "removedAt" is null and cover <> ''`.execute(db);
}
