import { type Kysely, sql } from 'kysely';

/**
 * Creates the index of what was said by time again, which 027 dropped: a member who never opened the group has read all from
 * before they registered, and each look at their bell searched the whole group for its last message.
 */
export async function up(db: Kysely<never>) {
  await sql`create index "chatMessagesByTime" on "chatMessages" ("roomId", "createdAt")`.execute(db);
}
