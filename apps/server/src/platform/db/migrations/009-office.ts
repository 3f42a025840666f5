import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { type Dialect, identity } from '../dialect.ts';

type Column = ColumnDefinitionBuilder;
const must = (column: Column) => column.notNull();
const empty = (column: Column) => column.notNull().defaultTo('');

/** Disabled members, last visits and staff notes. */
async function addMembers(db: Kysely<never>, dialect: Dialect) {
  const add = (name: string, type: 'bigint' | 'text', how: (column: Column) => Column) =>
    db.schema.alterTable('users').addColumn(name, type, how).execute();
  await add('disabledAt', 'bigint', (c) => c);
  await add('disabledUntil', 'bigint', (c) => c);
  await add('disabledReason', 'text', empty);
  await add('seenAt', 'bigint', (c) => c);
  await sql`update users set "seenAt" =
    (select max(sessions."usedAt") from sessions where sessions."userId" = users.id)`.execute(db);
  await db.schema
    .createTable('memberNotes')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('userId', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('authorId', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('author', 'text', must)
    .addColumn('text', 'text', must)
    .addColumn('createdAt', 'bigint', must)
    .execute();
  await sql`create index "memberNotesOf" on "memberNotes" ("userId", "createdAt")`.execute(db);
}

export async function up(db: Kysely<never>, dialect: Dialect) {
  await addMembers(db, dialect);
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
  await addRemovedByStaff(db);
  await addBroadcasts(db, dialect);
  await addJobFailures(db, dialect);
  await addCounters(db);
}

/** Positions for manual order, and versions against concurrent edits by staff. */
async function orderAndVersions(db: Kysely<never>) {
  const zero = (column: Column) => column.notNull().defaultTo(0);
  await db.schema.alterTable('articles').addColumn('featuredPosition', 'integer', zero).execute();
  for (const table of ['links', 'navigationSites'])
    await db.schema.alterTable(table).addColumn('position', 'integer', zero).execute();
  for (const table of ['links', 'navigationSites', 'navigationGroups', 'feedback'])
    await db.schema.alterTable(table).addColumn('version', 'integer', zero).execute();
}

/** Marks removals by staff, which staff may undo, unlike those by the author. */
async function addRemovedByStaff(db: Kysely<never>) {
  await db.schema
    .alterTable('comments')
    .addColumn('removedByStaff', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}

async function addBroadcasts(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('broadcasts')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('actorId', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('actor', 'text', must)
    .addColumn('userId', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', empty)
    .addColumn('title', 'text', must)
    .addColumn('text', 'text', must)
    .addColumn('link', 'text', empty)
    .addColumn('state', 'text', must)
    .addColumn('told', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('dueAt', 'bigint', must)
    .addColumn('createdAt', 'bigint', must)
    .execute();
}

async function addJobFailures(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('jobFailures')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('name', 'text', must)
    .addColumn('startedAt', 'bigint', must)
    .addColumn('took', 'integer', must)
    .addColumn('failure', 'text', must)
    .execute();
}

/** Daily counters of the overview: reads per article and in total, and referrers. */
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
