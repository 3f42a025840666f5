import type { Dialect } from '../../dialect.ts';
import { differ, isListed, onEachRow, onEachStatement, rowOf, updateOf } from './triggers.ts';

const keys = ['"authorId"', 'kind', 'removed', 'state', '"categoryId"', '"readType"'];
const values = `"authorId", kind, case when "removedAt" is null then 0 else 1 end, state, coalesce("categoryId", 0), "readType"`;
const counted = ['authorId', 'kind', 'removedAt', 'state', 'categoryId', 'readType'];

/** Numbers of articles by all that the back office filters by without reading them, kept by triggers. */
export function articleStates(dialect: Dialect) {
  return {
    table: `create table "articleStates" ("authorId" integer not null, kind text not null,
      removed integer not null, state text not null, "categoryId" integer not null, "readType" integer not null,
      articles integer not null, primary key (${keys.join(', ')}))${dialect === 'sqlite' ? ' without rowid' : ''}`,
    fill: countStates('articles', 1),
    triggers: dialect === 'sqlite' ? statesByRow() : statesByStatement(),
  };
}

/** Counts rows of `articles` in, or out with the sign -1. */
function countStates(rows: string, sign: 1 | -1) {
  const groups = `select ${values}, ${sign} * count(*) from ${rows} as changed where true group by 1, 2, 3, 4, 5, 6`;
  const step = `insert into "articleStates" (${keys.join(', ')}, articles) ${groups} order by 1, 2, 3, 4, 5, 6
    on conflict (${keys.join(', ')}) do update set articles = "articleStates".articles + excluded.articles`;
  const emptied = `delete from "articleStates" where articles = 0
    and (${keys.join(', ')}) in (select ${values} from ${rows} as changed)`;
  return sign === 1 ? [step] : [step, emptied];
}

function statesByRow() {
  const [removed, added] = [countStates(rowOf('old', counted), -1), countStates(rowOf('new', counted), 1)];
  const onRow = (name: string, event: string, steps: string[], when = 'true') =>
    onEachRow('sqlite', { name: `articlesCounted_${name}`, event, when, steps });
  return [
    ...onRow('insert', 'insert on articles', added),
    ...onRow('delete', 'delete on articles', removed),
    ...onRow('update', updateOf(counted, 'articles'), [...added, ...removed], differ('sqlite', counted)),
  ];
}

/** PostgreSQL names no columns beside transition tables: an update of others counts nothing. */
function statesByStatement() {
  const changed = (rows: string) =>
    `(select ${rows}.* from removed join added on added.id = removed.id
      where ${differ('postgres', counted, ['removed', 'added'])})`;
  return [
    ...onEachStatement('articlesCounted_insert', ['insert', 'articles'], countStates('added', 1)),
    ...onEachStatement('articlesCounted_delete', ['delete', 'articles'], countStates('removed', -1)),
    ...onEachStatement(
      'articlesCounted_update',
      ['update', 'articles'],
      [...countStates(changed('added'), 1), ...countStates(changed('removed'), -1)],
    ),
  ];
}

const ofSeries = `from articles as one where one."seriesId" = series.id and ${isListed('one')}`;
const newest = `coalesce((select max(one."publishedAt") ${ofSeries}), 0)`;

/**
 * Number and newest of each series, kept by triggers. An article that leaves first locks the series by counting it, and
 * then finds the newest of those that are left: in one statement, which on PostgreSQL sees the articles as they were when
 * it began to wait for that lock, an article withdrawn meanwhile would still count as the newest.
 */
export function seriesCounts(dialect: Dialect) {
  const placing = ['seriesId', 'state', 'removedAt', 'kind', 'publishedAt'];
  const isSerial = (row: string) => `${row}."seriesId" is not null`;
  const enter = `update series set articles = articles + 1,
    "newestAt" = case when "newestAt" < new."publishedAt" then new."publishedAt" else "newestAt" end
    where id = new."seriesId" and ${isListed('new')}`;
  const leave = [
    `update series set articles = articles - 1 where id = old."seriesId" and ${isListed('old')}`,
    `update series set "newestAt" = ${newest}
      where id = old."seriesId" and "newestAt" = old."publishedAt" and ${isListed('old')}`,
  ];
  const onRow = (name: string, event: string, when: string, steps: string[]) =>
    onEachRow(dialect, { name: `seriesCounted_${name}`, event, when, steps });
  return {
    fill: [`update series set articles = (select count(*) ${ofSeries}), "newestAt" = ${newest}`],
    triggers: [
      ...onRow('insert', 'insert on articles', isSerial('new'), [enter]),
      ...onRow('delete', 'delete on articles', isSerial('old'), leave),
      ...onRow(
        'update',
        updateOf(placing, 'articles'),
        `(${isSerial('old')} or ${isSerial('new')}) and (${differ(dialect, placing)})`,
        [...leave, enter],
      ),
    ],
  };
}
