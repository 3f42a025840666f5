import { type Kysely, sql } from 'kysely';

/**
 * Index of what a member said lately, which is looked up for every message they send: by the member, not among all that was said in the
 * last ten minutes.
 */
export async function up(db: Kysely<never>) {
  await sql`create index "chatMessagesOfSender" on "chatMessages" ("senderId", "createdAt")`.execute(db);
  await sql`drop index "chatMessagesByTime"`.execute(db);
}
