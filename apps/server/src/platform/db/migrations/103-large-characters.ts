import { type Kysely, sql } from 'kysely';

/** Categories whose articles get one character of their title as cover; the index tells whether an article has it. */
export async function up(db: Kysely<never>) {
  await sql`alter table categories add column "coverStyle" text not null default 'painting'`.execute(db);
  await sql`create index "articleCoversDrawn" on "articleCovers" (drawn)`.execute(db);
}
