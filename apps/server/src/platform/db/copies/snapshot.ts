import type { Dialect } from '../dialect.ts';
import type { Row } from './row-lines.ts';

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
