import { type Kysely, sql } from 'kysely';

/** Name of the key by which a program wrote what the history keeps. */
export async function up(db: Kysely<never>) {
  await sql`alter table revisions add column "keyName" text not null default ''`.execute(db);
}
