import type { Dialect } from '../../dialect.ts';

/** A trigger on each row: its event names the table, its steps are statements. */
type OnRow = { name: string; event: string; when?: string; steps: string[] };

/** SQL of a trigger that runs for each row. */
export function onEachRow(dialect: Dialect, { name, event, when = 'true', steps }: OnRow) {
  if (dialect === 'sqlite')
    return [`create trigger "${name}" after ${event} for each row when (${when}) begin ${steps.join('; ')}; end`];
  return [
    procedure(name, steps),
    `create trigger "${name}" after ${event} for each row when (${when}) execute function "${name}"()`,
  ];
}

type Event = 'insert' | 'delete' | 'update';

/** Names of PostgreSQL's tables of the rows before and after a statement. */
const transitions: Record<Event, string> = {
  insert: 'new table as added',
  delete: 'old table as removed',
  update: 'old table as removed new table as added',
};

/**
 * SQL of a PostgreSQL trigger that handles all rows of a statement at once, as `removed` and `added`: for each row it
 * would store a version of every count.
 */
export function onEachStatement(name: string, [event, table]: [Event, string], steps: string[]) {
  return [
    procedure(name, steps),
    `create trigger "${name}" after ${event} on ${table} referencing ${transitions[event]}
      for each statement execute function "${name}"()`,
  ];
}

/** `result`: the row that a trigger before the event has stored. */
export function procedure(name: string, steps: string[], result: 'null' | 'new' = 'null') {
  return `create function "${name}"() returns trigger language plpgsql as $$
    begin ${steps.join('; ')}; return ${result}; end $$`;
}

/** Event of a change of these columns. */
export function updateOf(columns: string[], table: string) {
  return `update of ${columns.map(quoted).join(', ')} on ${table}`;
}

/** Condition that one of these columns changed, which may be null. */
export function differ(dialect: Dialect, columns: string[], [before, after] = ['old', 'new']) {
  const differs = dialect === 'sqlite' ? 'is not' : 'is distinct from';
  return columns.map((name) => `${before}."${name}" ${differs} ${after}."${name}"`).join(' or ');
}

/** SQL of a row as a table, for steps that read a table of rows. */
export function rowOf(row: 'old' | 'new', columns: string[]) {
  return `(select ${columns.map((name) => `${row}.${quoted(name)} as ${quoted(name)}`).join(', ')})`;
}

const quoted = (name: string) => `"${name}"`;

/** A published article outside the trash; a page is in no list. */
export function isListed(row: string) {
  return `${isShown(row)} and ${row}.kind = 'article'`;
}

export function isShown(row: string) {
  return `${row}.state = 'published' and ${row}."removedAt" is null`;
}
