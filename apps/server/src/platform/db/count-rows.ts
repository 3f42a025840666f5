import { type Kysely, sql } from 'kysely';
import type { Dialect } from './dialect.ts';

/** `isCounted`: the condition on a row of this name. */
type Counted = { table: string; isCounted: (row: string) => string; columns: string[] };

/**
 * Has the database itself keep the number of a table's rows in `counts`, whoever writes them: a count that is read with
 * every page must not cost more with every row. `columns` are those the condition looks at. Rows from before are counted
 * now.
 */
export async function countRows(db: Kysely<never>, dialect: Dialect, counted: Counted) {
  for (const step of dialect === 'sqlite' ? onEachRow(counted) : onEachStatement(counted))
    await sql.raw(step).execute(db);
  await sql.raw(add(counted, 1, { from: `"${counted.table}" as present`, row: 'present' })).execute(db);
}

function onEachRow(counted: Counted) {
  const added = add(counted, 1, { from: '(select 1)', row: 'new' });
  const removed = add(counted, -1, { from: '(select 1)', row: 'old' });
  const columns = counted.columns.map((name) => `"${name}"`).join(', ');
  const steps = { insert: added, delete: removed, [`update of ${columns}`]: `${removed}; ${added}` };
  return Object.entries(steps).map(
    ([event, step]) =>
      `create trigger "${nameOf(counted, event)}" after ${event} on "${counted.table}" begin ${step}; end`,
  );
}

/** Of many rows at once PostgreSQL would keep as many versions of the count: they are summed up first. */
function onEachStatement(counted: Counted) {
  const added = add(counted, 1, { from: 'added', row: 'added' });
  const removed = add(counted, -1, { from: 'removed', row: 'removed' });
  const steps = {
    insert: ['new table as added', added],
    delete: ['old table as removed', removed],
    update: ['old table as removed new table as added', `${removed}; ${added}`],
  };
  return Object.entries(steps).flatMap(([event, [rows, step]]) => {
    const name = `"${nameOf(counted, event)}"`;
    return [
      `create function ${name}() returns trigger language plpgsql as $$ begin ${step}; return null; end $$`,
      `create trigger ${name} after ${event} on "${counted.table}" referencing ${rows}
        for each statement execute function ${name}()`,
    ];
  });
}

function add({ table, isCounted }: Counted, sign: 1 | -1, { from, row }: { from: string; row: string }) {
  return `insert into counts (name, count) select '${table}', ${sign} * count(*) from ${from} where ${isCounted(row)}
    having count(*) > 0 on conflict (name) do update set count = counts.count + excluded.count`;
}

function nameOf({ table }: Counted, event: string) {
  return `${table}Counted_${event.split(' ')[0]}`;
}
