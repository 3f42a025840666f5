import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { onEachRow, updateOf } from './start/triggers.ts';

/** Columns of each kind of writing that its entry in the index is made from. */
const sources: Record<string, { table: string; columns: string[] }> = {
  article: { table: 'articles', columns: ['title', 'kind', 'state', 'removedAt', 'publishedAt'] },
  series: { table: 'series', columns: ['name', 'intro', 'articles', 'newestAt'] },
  say: { table: 'says', columns: ['text', 'isPublic', 'state'] },
  comment: { table: 'comments', columns: ['text', 'state', 'removedAt'] },
};

/**
 * An index of says, comments, series and pages, and the initials of all names. Triggers note what changed, whoever writes,
 * and a job brings the index up to date; all that is there is noted now.
 */
export async function up(db: Kysely<never>, dialect: Dialect) {
  const statements = [
    ...(dialect === 'sqlite' ? sqlite : postgres),
    `create table "writingsDue" (kind text not null, id integer not null, primary key (kind, id))`,
    ...Object.entries(sources).flatMap(([kind, { table, columns }]) => [
      ...noting(dialect, { kind, table, columns }),
      `insert into "writingsDue" (kind, id) select '${kind}', id from ${table}`,
    ]),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const sqlite = [
  `create virtual table writings using fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
  'create table "writingPlaces" (place integer primary key, id integer not null unique)',
];

/** As that of articles (`start/search.ts`). */
const postgres = [
  'create table writings (rowid integer primary key, words tsvector not null, date bigint not null default 0)',
  'create index "writingDates" on writings (date, rowid)',
  `create index "writingWords" on writings
    using gin (words, (array[date / 432000000, -1 - date / 7776000000, 1000000 + rowid / 256])) with (fastupdate = off)`,
];

function noting(dialect: Dialect, { kind, table, columns }: { kind: string; table: string; columns: string[] }) {
  const note = (row: 'old' | 'new') =>
    `insert into "writingsDue" (kind, id) select '${kind}', ${row}.id where true on conflict do nothing`;
  const on = (name: string, event: string, row: 'old' | 'new') =>
    onEachRow(dialect, { name: `${table}Sought_${name}`, event, steps: [note(row)] });
  return [
    ...on('insert', `insert on ${table}`, 'new'),
    ...on('update', updateOf(columns, table), 'new'),
    ...on('delete', `delete on ${table}`, 'old'),
  ];
}
