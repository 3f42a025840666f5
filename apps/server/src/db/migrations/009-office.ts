import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { type Dialect, identity } from '../dialect.ts';

type Column = ColumnDefinitionBuilder;
const must = (column: Column) => column.notNull();
const empty = (column: Column) => column.notNull().defaultTo('');

export async function up(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('auditLog')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('actorId', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('actor', 'text', must)
    .addColumn('act', 'text', must)
    .addColumn('subject', 'text', empty)
    .addColumn('before', 'text', empty)
    .addColumn('after', 'text', empty)
    .addColumn('createdAt', 'bigint', must)
    .execute();
  await sql`create index "auditLogNew" on "auditLog" ("createdAt" desc, id desc)`.execute(db);
  await sql`create index "auditLogByAct" on "auditLog" (act, "createdAt" desc)`.execute(db);
  await sql`create index "auditLogByActor" on "auditLog" ("actorId", "createdAt" desc)`.execute(db);
  await orderAndVersions(db);
  await addBroadcasts(db, dialect);
}

/** What the owner puts in order, and what two of the staff may edit at once. */
async function orderAndVersions(db: Kysely<never>) {
  const zero = (column: Column) => column.notNull().defaultTo(0);
  for (const table of ['links', 'navigationSites'])
    await db.schema.alterTable(table).addColumn('position', 'integer', zero).execute();
  for (const table of ['links', 'navigationSites', 'navigationGroups', 'feedback'])
    await db.schema.alterTable(table).addColumn('version', 'integer', zero).execute();
}

async function addBroadcasts(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('broadcasts')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('actorId', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('actor', 'text', must)
    .addColumn('userId', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('title', 'text', must)
    .addColumn('text', 'text', must)
    .addColumn('link', 'text', empty)
    .addColumn('state', 'text', must)
    .addColumn('told', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('dueAt', 'bigint', must)
    .addColumn('createdAt', 'bigint', must)
    .execute();
}
