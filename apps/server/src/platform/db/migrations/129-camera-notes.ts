import { type Kysely, sql } from 'kysely';

/** Notes of a camera, where the member who uploaded the picture keeps it; off by default. */
export async function up(db: Kysely<never>) {
  await sql`alter table users add column "keepsCamera" integer not null default 0`.execute(db);
  await sql`alter table "fileOwners" add column camera text not null default ''`.execute(db);
}
