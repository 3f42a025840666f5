import { type Kysely, sql } from 'kysely';

/** Searches of the page of results, with how often each was found and not; nothing about who searched. */
export async function up(db: Kysely<never>) {
  await sql`create table searches (text text not null primary key, found integer not null default 0,
    missed integer not null default 0, "lastAt" bigint not null)`.execute(db);
  await sql`create index "searchesLast" on searches ("lastAt")`.execute(db);
}
