import { type Kysely, sql } from 'kysely';

/** Kind of what a report is about: its columns cannot say so once the text is deleted and its report stays. */
export async function up(db: Kysely<never>) {
  await db.schema
    .alterTable('reports')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('chat'))
    .execute();
  await sql`update reports set kind = case when "commentId" is not null then 'comment'
    when "sayId" is not null then 'say' when "messageId" is not null then 'board' else 'chat' end`.execute(db);
}
