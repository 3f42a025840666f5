import type { Kysely } from 'kysely';

/** Comments can be edited for a while after they were written. */
export async function up(db: Kysely<never>) {
  await db.schema.alterTable('comments').addColumn('editedAt', 'bigint').execute();
}
