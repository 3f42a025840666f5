import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

const createWordIndex = sql`create index "searchWords" on search
  using gin (words, (array[rowid / 1024, -1 - rowid / 16384])) with (fastupdate = off)`;

/**
 * PostgreSQL: the blocks of 1,024 and of 16,384 documents that a document is in, in the index of words, so that a search
 * can be limited to the newest. SQLite reads the newest first anyway.
 */
export async function up(db: Kysely<never>, dialect: Dialect) {
  if (dialect === 'sqlite') return;
  await sql`drop index "searchWords"`.execute(db);
  await createWordIndex.execute(db);
}
