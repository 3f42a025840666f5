import { type Kysely, sql } from 'kysely';

/** What a report is about, which its columns cannot say once the text is deleted and its report stays. */
export async function up(db: Kysely<never>) {
  await db.schema
    .alterTable('reports')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('chat'))
    .execute();
  await sql`update reports set kind = case when "commentId" is not null then 'comment'
    when "sayId" is not null then 'say' when "messageId" is not null then 'board' else 'chat' end`.execute(db);
}
