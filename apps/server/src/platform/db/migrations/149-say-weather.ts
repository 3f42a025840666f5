import { type Kysely, sql } from 'kysely';

/** Weather of a say, as its author chose it. */
export async function up(db: Kysely<never>) {
  await sql`alter table says add column weather text not null default ''`.execute(db);
}
