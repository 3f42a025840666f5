import type { Dialect } from '../dialect.ts';
import type { Db } from '../schema.ts';

/** A table of the site. `columns` are in the order of the alphabet, which is the same on both databases. */
export type Table = { name: string; columns: string[] };

/** All tables as they were at one moment, however much is written meanwhile. Read one table after the other. */
export type Snapshot = {
  dialect: Dialect;
  /** In the order of the alphabet; neither Kysely's own nor what the databases keep for themselves. */
  tables: Table[];
  /** The migrations that made them, in order. */
  steps: string[];
  count(table: Table): Promise<number>;
  /** The largest id a table ever handed out, or null. */
  lastId(table: Table): Promise<number | null>;
  /** Its rows by primary key, texts byte by byte, some at a time: never more in memory than about a megabyte or a row. */
  rows(table: Table): AsyncIterable<Row[]>;
  close(): Promise<void>;
};

/** A database built beside the site's own, which nobody reads before it takes its place. */
export type Copy = {
  dialect: Dialect;
  db: Db;
  /** For a snapshot of it. */
  url: string;
  /** Rows come in whatever order: neither foreign keys nor triggers look on until `seal`. Call once, before `load`. */
  unguard(): Promise<void>;
  /** Puts rows in as they are; its next id comes after `lastId`. Throws what the database says of rows it refuses. */
  load(table: Table, rows: AsyncIterable<Row[]>, lastId: number | null): Promise<void>;
  /** Foreign keys and triggers are back. @throws Error when a row names one that is not there. */
  seal(): Promise<void>;
  /**
   * Becomes the site's database in one step: a crash leaves the old one or this one. On SQLite nobody else may hold the
   * old one, or this throws DatabaseInUse; `open` is this process's own, which goes on with the new one.
   */
  takePlace(open?: Db): Promise<void>;
  /** Discards the copy; a no-op after `takePlace`. */
  discard(): Promise<void>;
};

/** Another process, such as the running site, holds the database. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse';
}

/** Column value, alike on both databases. */
export type Value = string | number | null | Uint8Array;
export type Row = Value[];

/** A row as a line of JSON, bytes as base64: the same text whichever database it came from. */
export function toLine(row: Row): string {
  return `${JSON.stringify(row.map((value) => (value instanceof Uint8Array ? packed(value) : value)))}\n`;
}

/** The row of a line, or nothing when the line is none of so many columns. */
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

/** About how much memory a row takes, in bytes. */
export function sizeOf(row: Row) {
  return row.reduce<number>((sum, value) => sum + perValue + (hasLength(value) ? value.length : 0), 0);
}

function hasLength(value: Row[number]): value is string | Uint8Array {
  return typeof value === 'string' || value instanceof Uint8Array;
}

/** A name as both databases take it within a statement. */
export function quoted(name: string) {
  return `"${name.replaceAll('"', '""')}"`;
}
