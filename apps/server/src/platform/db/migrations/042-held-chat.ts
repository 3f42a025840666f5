import { type Kysely, sql } from 'kysely';

/** Index of the few chat messages that wait for a decision: the back office's overview read all of them to count those. */
export async function up(db: Kysely<never>) {
  await sql`create index "chatMessagesHeld" on "chatMessages" ("roomId", "createdAt") where state = 'held'`.execute(db);
}
