import type { Dialect } from '../dialect.ts';
import type { Db } from '../schema.ts';

/** Table of the site. `columns` are in alphabetical order, the same on both databases. */
export type Table = { name: string; columns: string[] };

/** Consistent snapshot of all tables. Read one table after the other. */
export type Snapshot = {
  dialect: Dialect;
  /** Alphabetical, without tables of Kysely and the databases. */
  tables: Table[];
  /** Applied migrations, in order. */
  steps: string[];
  count(table: Table): Promise<number>;
  /** Largest id ever assigned, or null. */
  lastId(table: Table): Promise<number | null>;
  /** Rows by primary key, texts in byte order, in batches of about a megabyte or one row. */
  rows(table: Table): AsyncIterable<Row[]>;
  close(): Promise<void>;
};

/** Database built beside the site's own, unused until it takes its place. */
export type Copy = {
  dialect: Dialect;
  db: Db;
  /** Address to open a snapshot of it. */
  url: string;
  /** Disables foreign keys and triggers until `seal`, so that rows may come in any order. Call once, before `load`. */
  unguard(): Promise<void>;
  /** Inserts rows as they are; the next id follows `lastId`. Throws the database's error for refused rows. */
  load(table: Table, rows: AsyncIterable<Row[]>, lastId: number | null): Promise<void>;
  /** Restores foreign keys and triggers. @throws Error when a row references a missing one. */
  seal(): Promise<void>;
  /**
   * Becomes the site's database in one step: a crash leaves the old one or this one.
   * @param open connection of this process, which continues on the new database
   * @throws DatabaseInUse on SQLite while another process holds the old file
   */
  takePlace(open?: Db): Promise<void>;
  /** Discards the copy; a no-op after `takePlace`. */
  discard(): Promise<void>;
};

/** Another process, such as the running site, has the database open. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse';
}

/** Column value, the same on both databases. */
export type Value = string | number | null | Uint8Array;
export type Row = Value[];

/** Serialises a row as a line of JSON, bytes as base64: the same text from either database. */
export function toLine(row: Row): string {
  return `${JSON.stringify(row.map((value) => (value instanceof Uint8Array ? packed(value) : value)))}\n`;
}

/** Parses a line; undefined unless it is a row of this many columns. */
export function fromLine(line: string, columns: number): Row | undefined {
  const row = parsed(line);
  if (!Array.isArray(row) || row.length !== columns) return undefined;
  const values = row.map(unpacked);
  return values.includes(undefined) ? undefined : (values as Row);
}

function packed(bytes: Uint8Array) {
  return { base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') };
}

function unpacked(value: unknown): Value | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value !== 'object' || !('base64' in value) || typeof value.base64 !== 'string') return undefined;
  return Buffer.from(value.base64, 'base64');
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const perValue = 8;

/** Approximate memory of a row in bytes. */
export function sizeOf(row: Row) {
  return row.reduce<number>((sum, value) => sum + perValue + (hasLength(value) ? value.length : 0), 0);
}

function hasLength(value: Row[number]): value is string | Uint8Array {
  return typeof value === 'string' || value instanceof Uint8Array;
}

/** Quotes an identifier for both databases. */
export function quoted(name: string) {
  return `"${name.replaceAll('"', '""')}"`;
}
