import { type Kysely, sql } from 'kysely';

/** Adds the kind of a report, which its columns cannot tell once the text is deleted and the report stays. */
export async function up(db: Kysely<never>) {
  await db.schema
    .alterTable('reports')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('chat'))
    .execute();
  await sql`update reports set kind = case when "commentId" is not null then 'comment'
    when "sayId" is not null then 'say' when "messageId" is not null then 'board' else 'chat' end`.execute(db);
}
