import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { type Dialect, identity } from '../dialect.ts';

const must = (column: ColumnDefinitionBuilder) => column.notNull();
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
const empty = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('');

export async function up(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('backups')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('name', 'text', must)
    .addColumn('reason', 'text', must)
    .addColumn('createdAt', 'bigint', must)
    .addColumn('bytes', 'bigint', zero)
    .addColumn('rows', 'bigint', zero)
    .addColumn('files', 'integer', zero)
    .addColumn('missing', 'integer', zero)
    .addColumn('failure', 'text', empty)
    .addColumn('provenAt', 'bigint')
    .addColumn('doubt', 'text', empty)
    .execute();
  await sql`create index "backupsNew" on backups ("createdAt" desc)`.execute(db);
}
