import { type Kysely, sql } from 'kysely';

/** Revisions say beside their text whether it was the author's alone, so that a list reads no texts. */
export async function up(db: Kysely<never>) {
  await db.schema
    .alterTable('revisions')
    .addColumn('isPrivate', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update revisions set "isPrivate" = 1 where content like '%"readType":5%'`.execute(db);
}
