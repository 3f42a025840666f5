import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>) {
  // what was handed out to a member goes with what it was handed out for
  await db.schema
    .alterTable('tickets')
    .addColumn('userId', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .execute();
  await sql`create index "ticketsOfUser" on tickets ("userId") where "userId" is not null`.execute(db);
  // '' for a passkey made before: its next login tells
  await db.schema
    .alterTable('passkeys')
    .addColumn('userHandle', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
