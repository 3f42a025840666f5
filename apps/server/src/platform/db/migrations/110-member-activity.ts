import { type Kysely, sql } from 'kysely';

/** Lets members show their collections, and gives an author's public says an index in their order. */
export async function up(db: Kysely<never>) {
  await sql`alter table users add column "showsCollects" integer not null default 0`.execute(db);
  await sql`create index "saysOfAuthor" on says ("authorId", "createdAt" desc, id desc)
    where "isPublic" = 1 and state = 'shown'`.execute(db);
}
