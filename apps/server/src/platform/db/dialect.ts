import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Db, Schema, Trx } from './schema.ts';

/** Differences between the two databases live in this file, compressed.ts and search only. */
export type Dialect = 'sqlite' | 'postgres';

/** Dialect of an address: anything but `postgres://…` is a SQLite file. */
export function dialectOf(url: string): Dialect {
  return /^postgres(ql)?:\/\//.test(url) ? 'postgres' : 'sqlite';
}

/** Whether several processes may share this database. */
export function isShared(db: Db | Trx) {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** @throws Error for a PostgreSQL that only reads, such as a standby; a SQLite file that cannot be written fails the start */
export async function requireWritable(db: Db) {
  if (!isShared(db)) return;
  const readOnly = sql<{ isReadOnly: boolean }>`select
    pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`;
  const { rows } = await readOnly.execute(db);
  if (rows[0]?.isReadOnly) throw new Error('the database only reads');
}

/** True for a violated unique index. */
export function isDuplicate(error: unknown) {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === '23505' || errcode === 1555 || errcode === 2067;
}

/**
 * Locks rows about to be removed, also against inserts that reference them: an UPDATE's lock lets those through, and
 * both transactions would deadlock. SQLite has one writer at a time.
 */
export async function lockForRemoval(trx: Trx, table: keyof Schema, ids: number[]) {
  if (ids.length === 0 || !isShared(trx)) return;
  await sql`select id from ${sql.table(table)} where ${isAmong(trx, sql`id`, ids)} order by id for update`.execute(trx);
}

/** Advances the sequence past ids inserted explicitly. SQLite does so by itself. */
export async function keepIdsAhead(db: Db, table: 'articles') {
  if (!isShared(db)) return;
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(max(id), 1), count(*) > 0)
    from ${sql.table(table)}`.execute(db);
}

/**
 * SQL condition: a text contains another, in any case; on SQLite only of the letters a to z. SQLite's LIKE compares them
 * so by itself: lowering a long text first takes as long again.
 */
export function includes(db: Db, held: RawBuilder<string>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${held} ${isShared(db) ? sql`ilike` : sql`like`} ${likePattern(text)} escape '!'`;
}

/** SQL: a long text up to some bytes, as `textOf` reads it: node:sqlite takes five times as long for text as for bytes. */
export function bytesOf(db: Db, text: RawBuilder<string | null>, upTo: number): RawBuilder<Uint8Array | string | null> {
  return isShared(db)
    ? sql`substr(${text}, 1, ${sql.lit(upTo)})`
    : sql`substr(cast(${text} as blob), 1, ${sql.lit(upTo)})`;
}

export function textOf(bytes: Uint8Array | string | null): string {
  if (bytes === null || typeof bytes === 'string') return bytes ?? '';
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

/** SQL: a field of a JSON text, as text. */
export function jsonField(db: Db, json: RawBuilder<unknown>, name: string): RawBuilder<string | null> {
  return isShared(db) ? sql`${json}::json ->> ${sql.lit(name)}` : sql`${json} ->> ${sql.lit(name)}`;
}

/** Pattern of LIKE for what contains a text; escaped with `!`. */
export const likePattern = (text: string) => `%${text.replace(/[!%_]/g, '!$&')}%`;

/** SQL condition: an id is one of these ids, which may be more than a statement has parameters. */
export function isAmong(db: Db | Trx, id: RawBuilder<unknown>, ids: number[]): RawBuilder<boolean> {
  const list = JSON.stringify(ids);
  const values = isShared(db)
    ? sql`select value::int from json_array_elements_text(${list}::json) as listed (value)`
    : sql`select value from json_each(${list})`;
  return sql<boolean>`${id} in (${values})`;
}
