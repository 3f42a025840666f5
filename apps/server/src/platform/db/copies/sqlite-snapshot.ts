import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Row } from './row-lines.ts';
import { quoted, sizeOf } from './row-size.ts';
import type { Snapshot } from './snapshot.ts';

type Column = { name: string; key: number };

const bytesAtOnce = 64 * 1024;

/** One read transaction over a connection of its own: in WAL mode it neither waits for the writer nor sees its writes. */
export function snapshotSqlite(file: string): Snapshot {
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec('pragma busy_timeout = 5000; pragma cache_size = -4000; begin');
  const all = <Of>(sql: string, ...values: string[]) => database.prepare(sql).all(...values) as Of[];
  const columnsOf = (table: string) =>
    all<Column>('select name, pk as key from pragma_table_info(?) order by name', table);
  const names = all<{ name: string }>(tableNames).map(({ name }) => name); // the first read: the snapshot begins

  return {
    dialect: 'sqlite',
    tables: names.map((name) => ({ name, columns: columnsOf(name).map((column) => column.name) })),
    steps: stepsOf(all),
    count: async ({ name }) => all<{ count: number }>(`select count(*) as count from ${quoted(name)}`)[0]?.count ?? 0,
    lastId: async ({ name }) => lastId(all, name),
    rows: ({ name, columns }) => rowsOf(database.prepare(select(name, columns, columnsOf(name)))),
    close: async () => database.close(),
  };
}

const tableNames = `select name from pragma_table_list where schema = 'main' and type = 'table'
  and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\' order by name`;

type All = <Of>(sql: string, ...values: string[]) => Of[];

function stepsOf(all: All) {
  if (!isThere(all, 'kysely_migration')) return [];
  return all<{ name: string }>('select name from kysely_migration order by name').map(({ name }) => name);
}

function lastId(all: All, table: string) {
  if (!isThere(all, 'sqlite_sequence')) return null;
  return all<{ seq: number }>('select seq from sqlite_sequence where name = ?', table)[0]?.seq || null;
}

function isThere(all: All, table: string) {
  return all(`select 1 from sqlite_master where type = 'table' and name = ?`, table).length > 0;
}

function select(table: string, names: string[], columns: Column[]) {
  const keys = columns.filter(({ key }) => key > 0).sort((a, b) => a.key - b.key);
  const order = (keys.length > 0 ? keys.map(({ name }) => name) : names).map(quoted);
  return `select ${names.map(quoted).join(', ')} from ${quoted(table)} order by ${order.join(', ')}`;
}

async function* rowsOf(statement: StatementSync) {
  statement.setReturnArrays(true);
  let rows: Row[] = [];
  let bytes = 0;
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<Row>) {
    rows.push(row);
    bytes += sizeOf(row);
    if (bytes < bytesAtOnce) continue;
    yield rows;
    rows = [];
    bytes = 0;
  }
  if (rows.length > 0) yield rows;
}
