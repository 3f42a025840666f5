import type { Dialect } from '../../dialect.ts';

/**
 * Empty indexes of words, filled with our own tokens by search/: of articles, and of chat messages. SQLite numbers articles
 * by their time, so that it reads the newest first.
 */
export function searchTables(dialect: Dialect) {
  return dialect === 'sqlite' ? sqlite : postgres;
}

const sqlite = [
  `create virtual table search using fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
  'create table "searchPlaces" (place integer primary key, id integer not null unique)',
  `create virtual table lines using fts5(scope, words, content='', contentless_delete=1, detail=column, tokenize='ascii')`,
];

/**
 * The index of words has the blocks of five and of ninety days a document is in, and of 256 numbers for the many articles
 * that may have one and the same date, so that a search can be limited to the newest.
 */
export const createWordIndex = `create index "searchWords" on search
  using gin (words, (array[date / 432000000, -1 - date / 7776000000, 1000000 + rowid / 256])) with (fastupdate = off)`;

const postgres = [
  'create table search (rowid integer primary key, words tsvector not null, date bigint not null default 0)',
  'create index "searchDates" on search (date, rowid)',
  createWordIndex,
  'create table lines (rowid integer primary key, words tsvector not null)',
  'create index "linesWords" on lines using gin (words) with (fastupdate = off)',
];
