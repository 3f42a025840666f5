import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * SQLite stores a word once per rank, as PostgreSQL does, instead of naming the columns in every entry: half the size, and
 * a search in titles reads the entries of titles only. Articles are put into the new index piece by piece once the site
 * runs.
 */
export async function up(db: Kysely<never>, dialect: Dialect) {
  if (dialect === 'postgres') return;
  await sql`drop table search`.execute(db);
  await sql`create virtual table search using fts5(words, content='', contentless_delete=1, detail=none,
    tokenize='ascii')`.execute(db);
  const payload = JSON.stringify({ what: 'articles', after: 0 });
  await sql`insert into outbox (kind, payload, attempts, "dueAt") select 'index-again', ${payload}, 0, 0
    where exists (select 1 from articles)
      and not exists (select 1 from outbox where kind = 'index-again' and payload = ${payload})`.execute(db);
}
