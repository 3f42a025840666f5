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
}
