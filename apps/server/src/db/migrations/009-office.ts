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
  await db.schema
    .createTable('jobFailures')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('name', 'text', must)
    .addColumn('startedAt', 'bigint', must)
    .addColumn('took', 'integer', must)
    .addColumn('failure', 'text', must)
    .execute();
  await addCounters(db);
}

/** What the overview tells day by day: reads, of each article and of all, and where visitors came from. */
async function addCounters(db: Kysely<never>) {
  await db.schema
    .alterTable('visitDays')
    .addColumn('reads', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('articleDays')
    .addColumn('day', 'text', must)
    .addColumn('articleId', 'integer', (c) => c.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('reads', 'integer', must)
    .addPrimaryKeyConstraint('articleDaysKey', ['day', 'articleId'])
    .execute();
  await db.schema
    .createTable('sourceDays')
    .addColumn('day', 'text', must)
    .addColumn('kind', 'text', must)
    .addColumn('host', 'text', must)
    .addColumn('views', 'integer', must)
    .addPrimaryKeyConstraint('sourceDaysKey', ['day', 'kind', 'host'])
    .execute();
}
