import { type Kysely, sql } from 'kysely';

/** Marks stored mails that contain a code or a link that logs in; of older ones it is unknown, so all count as such. */
export async function up(db: Kysely<never>) {
  await db.schema
    .alterTable('keptMails')
    .addColumn('fleeting', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update "keptMails" set fleeting = 1`.execute(db);
}
