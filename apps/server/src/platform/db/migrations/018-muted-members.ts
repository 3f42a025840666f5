import type { Kysely } from 'kysely';

/** Members who may read and log in but not write for a time. */
export async function up(db: Kysely<never>) {
  const users = db.schema.alterTable('users');
  await users.addColumn('mutedAt', 'bigint').execute();
  await users.addColumn('mutedUntil', 'bigint').execute();
  await users.addColumn('mutedReason', 'text', (column) => column.notNull().defaultTo('')).execute();
}
