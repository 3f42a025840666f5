import type { Kysely } from 'kysely';

/** Time of the last edit of a comment. */
export async function up(db: Kysely<never>) {
  await db.schema.alterTable('comments').addColumn('editedAt', 'bigint').execute();
}
