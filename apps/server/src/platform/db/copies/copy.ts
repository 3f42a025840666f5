import type { Dialect } from '../dialect.ts';
import type { Db } from '../schema.ts';
import type { Row } from './row-lines.ts';
import type { Table } from './snapshot.ts';

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
  /** Nothing of it is left. Also after `takePlace`. */
  discard(): Promise<void>;
};

/** Another process, such as the running site, holds the database. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse';
}
