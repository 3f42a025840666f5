import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * Numbers of articles by all that the back office filters by without reading them, kept by triggers; and an index in the
 * order of its list, in place of one that had to be sorted whole. Submissions, which have a time of their own, are few.
 * The index of articles in series has what their list counts by, and members have one in the order they joined.
 */
export async function up(db: Kysely<never>, dialect: Dialect) {
  const triggers = dialect === 'sqlite' ? onEachRow() : onEachStatement();
  for (const step of [table(dialect), ...count('articles', 1), ...triggers, ...indexes])
    await sql.raw(step).execute(db);
}

const keys = ['"authorId"', 'kind', 'removed', 'state', '"categoryId"', '"readType"'];

const table = (dialect: Dialect) => `create table "articleStates" ("authorId" integer not null, kind text not null,
  removed integer not null, state text not null, "categoryId" integer not null, "readType" integer not null,
  articles integer not null, primary key (${keys.join(', ')}))${dialect === 'sqlite' ? ' without rowid' : ''}`;

const indexes = [
  'drop index "articlesForOffice"',
  'drop index "articlesBySeries"',
  `create index "articlesBySeries" on articles ("seriesId", "seriesPosition", id, "publishedAt", state, "removedAt")
    where "seriesId" is not null`,
  'create index "usersByJoined" on users ("isGuest", "createdAt" desc, id desc)',
  `create index "articlesByMoment" on articles ((coalesce("removedAt", "publishedAt", "updatedAt")) desc, id desc,
    "removedAt", state, "authorId", "categoryId", "readType", views, comments, likes)`,
];

const values = `"authorId", kind, case when "removedAt" is null then 0 else 1 end, state, coalesce("categoryId", 0), "readType"`;

/** Counts rows of `articles` in, or out with the sign -1. */
function count(rows: string, sign: 1 | -1) {
  const groups = `select ${values}, ${sign} * count(*) from ${rows} as changed where true group by 1, 2, 3, 4, 5, 6`;
  const step = `insert into "articleStates" (${keys.join(', ')}, articles) ${groups} order by 1, 2, 3, 4, 5, 6
    on conflict (${keys.join(', ')}) do update set articles = "articleStates".articles + excluded.articles`;
  const emptied = `delete from "articleStates" where articles = 0
    and (${keys.join(', ')}) in (select ${values} from ${rows} as changed)`;
  return sign === 1 ? [step] : [step, emptied];
}

const columns = ['authorId', 'kind', 'removedAt', 'state', 'categoryId', 'readType'];

function onEachRow() {
  const row = (of: string) => `(select ${columns.map((name) => `${of}."${name}" as "${name}"`).join(', ')})`;
  const [removed, added] = [count(row('old'), -1), count(row('new'), 1)];
  const changed = columns.map((name) => `old."${name}" is not new."${name}"`).join(' or ');
  const named = columns.map((name) => `"${name}"`).join(', ');
  return [
    trigger('insert', 'insert', 'true', added),
    trigger('delete', 'delete', 'true', removed),
    trigger('update', `update of ${named}`, changed, [...added, ...removed]),
  ];
}

function trigger(name: string, event: string, when: string, steps: string[]) {
  return `create trigger "articlesCounted_${name}" after ${event} on articles when ${when} begin ${steps.join('; ')}; end`;
}

/** PostgreSQL names no columns beside transition tables: an update of others counts nothing. */
function onEachStatement() {
  const differ = columns.map((name) => `removed."${name}" is distinct from added."${name}"`).join(' or ');
  const changed = (rows: string) =>
    `(select ${rows}.* from removed join added on added.id = removed.id where ${differ})`;
  return [
    ...statement('insert', 'new table as added', count('added', 1)),
    ...statement('delete', 'old table as removed', count('removed', -1)),
    ...statement('update', 'old table as removed new table as added', [
      ...count(changed('added'), 1),
      ...count(changed('removed'), -1),
    ]),
  ];
}

function statement(event: string, tables: string, steps: string[]) {
  return [
    `create function "articlesCounted_${event}"() returns trigger language plpgsql as $$
      begin ${steps.join('; ')}; return null; end $$`,
    `create trigger "articlesCounted_${event}" after ${event} on articles referencing ${tables}
      for each statement execute function "articlesCounted_${event}"()`,
  ];
}
