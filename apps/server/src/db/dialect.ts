import type { ColumnDefinitionBuilder } from 'kysely';

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
