import { type Kysely, sql } from 'kysely';

/** When a member of the staff was asked to add a passkey, before their role logs in by nothing else. */
export async function up(db: Kysely<never>) {
  await sql`alter table users add column "passkeyRemindedAt" bigint`.execute(db);
}
