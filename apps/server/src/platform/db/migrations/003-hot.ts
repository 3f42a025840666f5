import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>) {
  await db.schema
    .createTable('hotCopies')
    .addColumn('source', 'text', (c) => c.primaryKey())
    .addColumn('items', 'text', (c) => c.notNull())
    .addColumn('fetchedAt', 'bigint', (c) => c.notNull())
    .execute();
}
