import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * Tables that several processes on one PostgreSQL share: unlogged, so that they cost no disk, are empty after a crash of
 * the database and are part of no backup. A site on SQLite has a single process, which keeps all of this in memory.
 */
export async function up(db: Kysely<never>, dialect: Dialect) {
  if (dialect === 'sqlite') return;
  for (const table of tables) await sql.raw(`create unlogged table ${table}`).execute(db);
}

const tables = [
  // updated in place, without index entries of their own
  `"callCounts" (name text primary key, hits integer not null, "resetsAt" bigint not null) with (fillfactor = 50)`,
  `"recentViews" (mark text primary key, at bigint not null)`,
  `"jobRuns" (name text primary key, "startedAt" bigint not null, "heldUntil" bigint not null,
    "lastAt" bigint, took bigint, failure text not null default '')`,
  `"logLines" (id bigint primary key generated always as identity, process text not null, at bigint not null,
    level text not null, text text not null, detail text not null)`,
];
