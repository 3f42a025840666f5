import type { Dialect } from '../../dialect.ts';
import { onEachRow, onEachStatement, rowOf, updateOf } from './triggers.ts';

/** `isCounted`: SQL condition on a row of this alias. `columns` are those the condition looks at. */
type Counted = { table: string; isCounted: (row: string) => string; columns: string[] };

/** Public rows of the board and of says: a count that is read with every page must not cost more with every row. */
const boardMessages: Counted = {
  table: 'boardMessages',
  isCounted: (row) => `${row}.state = 'shown'`,
  columns: ['state'],
};
export const says: Counted = {
  table: 'says',
  isCounted: (row) => `${row}."isPublic" = 1 and ${row}.state = 'shown'`,
  columns: ['isPublic', 'state'],
};

export const countsTable = 'create table counts (name text primary key, count integer not null)';

export function countTriggers(dialect: Dialect) {
  return [boardMessages, says].flatMap((counted) => (dialect === 'sqlite' ? countByRow : countByStatement)(counted));
}

/** Counts the rows that are there. */
export function countNow(counted: Counted) {
  return count(counted, 1, { from: `"${counted.table}" as present`, row: 'present' });
}

function countByRow(counted: Counted) {
  const table = `"${counted.table}"`;
  const added = count(counted, 1, { from: '(select 1)', row: 'new' });
  const removed = count(counted, -1, { from: '(select 1)', row: 'old' });
  const onRow = (name: string, event: string, steps: string[]) =>
    onEachRow('sqlite', { name: `${counted.table}Counted_${name}`, event, steps });
  return [
    ...onRow('insert', `insert on ${table}`, [added]),
    ...onRow('delete', `delete on ${table}`, [removed]),
    ...onRow('update', updateOf(counted.columns, table), [removed, added]),
  ];
}

function countByStatement(counted: Counted) {
  const table = `"${counted.table}"`;
  const added = count(counted, 1, { from: 'added', row: 'added' });
  const removed = count(counted, -1, { from: 'removed', row: 'removed' });
  return [
    ...onEachStatement(`${counted.table}Counted_insert`, ['insert', table], [added]),
    ...onEachStatement(`${counted.table}Counted_delete`, ['delete', table], [removed]),
    ...onEachStatement(`${counted.table}Counted_update`, ['update', table], [removed, added]),
  ];
}

function count({ table, isCounted }: Counted, sign: 1 | -1, { from, row }: { from: string; row: string }) {
  return `insert into counts (name, count) select '${table}', ${sign} * count(*) from ${from} where ${isCounted(row)}
    having count(*) > 0 on conflict (name) do update set count = counts.count + excluded.count`;
}

/** Number of people each member follows and is followed by, kept by triggers: a count would read an entry for each fan. */
export function followCounts(dialect: Dialect) {
  const row = (of: 'old' | 'new') => rowOf(of, ['followerId', 'followedId']);
  const [before, after] = dialect === 'sqlite' ? [row('old'), row('new')] : ['removed', 'added'];
  const steps = {
    insert: countFollows(after, 1),
    delete: countFollows(before, -1),
    update: [...countFollows(after, 1), ...countFollows(before, -1)],
  };
  return {
    table: `create table "followCounts" ("userId" integer primary key,
      follows integer not null, fans integer not null)${dialect === 'sqlite' ? ' without rowid' : ''}`,
    fill: countFollows('follows', 1),
    triggers: (['insert', 'delete', 'update'] as const).flatMap((event) =>
      dialect === 'sqlite'
        ? onEachRow(dialect, { name: `followsCounted_${event}`, event: `${event} on follows`, steps: steps[event] })
        : onEachStatement(`followsCounted_${event}`, [event, 'follows'], steps[event]),
    ),
  };
}

/** Counts rows of `follows` in, or out with the sign -1. In order of the member, so that two statements do not deadlock. */
function countFollows(rows: string, sign: 1 | -1) {
  const ends = `select "followerId" as "userId", 1 as follows, 0 as fans from ${rows} as changed
    union all select "followedId", 0, 1 from ${rows} as changed`;
  const step = `insert into "followCounts" ("userId", follows, fans)
    select "userId", ${sign} * sum(follows), ${sign} * sum(fans) from (${ends}) as ends
    where true group by "userId" order by "userId"
    on conflict ("userId") do update set follows = "followCounts".follows + excluded.follows,
      fans = "followCounts".fans + excluded.fans`;
  const emptied = `delete from "followCounts" where follows = 0 and fans = 0
    and "userId" in (select "userId" from (${ends}) as ends)`;
  return sign === 1 ? [step] : [step, emptied];
}
