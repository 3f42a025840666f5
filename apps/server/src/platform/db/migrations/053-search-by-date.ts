import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

export const createWordIndex = sql`create index "searchWords" on search
  using gin (words, (array[date / 432000000, -1 - date / 7776000000, 1000000 + rowid / 256])) with (fastupdate = off)`;

/**
 * The index of words is ordered by date, not by article number, which follows file names after an import. PostgreSQL has
 * blocks of five and of ninety days, and of 256 numbers for the many articles that may have one and the same date. SQLite numbers rows by their time, so that its index begins empty. Texts are
 * taken apart in another way, too: accents, soft hyphens, Chinese numbers. All is put in anew once the site runs.
 */
export async function up(db: Kysely<never>, dialect: Dialect) {
  await (dialect === 'postgres' ? addDates(db) : numberByDate(db));
  for (const [table, what] of [
    ['articles', 'articles'],
    ['chatMessages', 'chat'],
  ] as const) {
    const payload = JSON.stringify({ what, after: 0 });
    await sql`insert into outbox (kind, payload, attempts, "dueAt") select 'index-again', ${payload}, 0, 0
      where exists (select 1 from ${sql.table(table)})
        and not exists (select 1 from outbox where kind = 'index-again' and payload = ${payload})`.execute(db);
  }
}

async function addDates(db: Kysely<never>) {
  await sql`drop index "searchWords"`.execute(db);
  await sql`alter table search add column date bigint not null default 0`.execute(db);
  await sql`update search set date = greatest("publishedAt", 0) from articles where articles.id = rowid`.execute(db);
  await sql`create index "searchDates" on search (date, rowid)`.execute(db);
  await createWordIndex.execute(db);
}

async function numberByDate(db: Kysely<never>) {
  await sql`drop table search`.execute(db);
  await sql`create virtual table search using fts5(words, content='', contentless_delete=1, detail=none,
    tokenize='ascii')`.execute(db);
  await sql`create table "searchPlaces" (place integer primary key, id integer not null unique)`.execute(db);
}
