import { type ColumnDefinitionBuilder, PostgresAdapter, sql } from 'kysely';
import type { Db, Schema, Trx } from './schema.ts';

/** The only file that knows how the two databases differ, besides search. */
export type Dialect = 'sqlite' | 'postgres';

/** Which database an address names: anything but `postgres://…` is a SQLite file. */
export function dialectOf(url: string): Dialect {
  return /^postgres(ql)?:\/\//.test(url) ? 'postgres' : 'sqlite';
}

/** A positive integer key the database hands out and never reuses. */
export function identity(dialect: Dialect) {
  return (column: ColumnDefinitionBuilder) =>
    dialect === 'postgres' ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement();
}

/** True for a violated unique index on either database. */
export function isDuplicate(error: unknown) {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === '23505' || errcode === 1555 || errcode === 2067;
}

/**
 * Keeps everybody from rows that are about to be removed, also who would write something below them: an update's lock
 * lets those through, and each would then wait for the other. SQLite has one writer at a time.
 */
export async function lockForRemoval(trx: Trx, table: keyof Schema, ids: number[]) {
  if (ids.length === 0 || !(trx.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`select id from ${sql.table(table)} where id in (${sql.join(ids)}) order by id for update`.execute(trx);
}

/** After rows came in with numbers of their own: the next number is larger than all. SQLite sees to it itself. */
export async function keepIdsAhead(db: Db, dialect: Dialect, table: 'articles') {
  if (dialect === 'sqlite') return;
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(max(id), 1), count(*) > 0)
    from ${sql.table(table)}`.execute(db);
}
