import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>) {
  // tickets of a member are deleted with the member
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
