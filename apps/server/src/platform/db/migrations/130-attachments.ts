import { type Kysely, sql } from 'kysely';

/** Names of files: for the download, and what each uploader called theirs. */
export async function up(db: Kysely<never>) {
  await sql`alter table files add column name text not null default ''`.execute(db);
  await sql`alter table "fileOwners" add column name text not null default ''`.execute(db);
}
