import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { putInPlaceSync } from '../../durable-files.ts';
import { compressible, decompressed } from '../compressed.ts';
import { isLocked } from '../errors.ts';
import { openDatabase, replaceUnder } from '../open.ts';
import { makeCopyFolder } from './copy-folders.ts';
import { type Copy, DatabaseInUse, quoted, type Row, type Snapshot, sizeOf } from './snapshot.ts';

type Column = { name: string; key: number };

const bytesAtOnce = 64 * 1024;

/** Opens a read transaction on a connection of its own: under WAL it neither blocks the writer nor sees its writes. */
export function snapshotSqlite(file: string): Snapshot {
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec('pragma busy_timeout = 5000; begin');
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
  const places = compressible(statement.columns()).map(({ at }) => at);
  statement.setReturnArrays(true);
  let rows: Row[] = [];
  let bytes = 0;
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<Row>) {
    for (const at of places) row[at] = decompressed(row[at] ?? null);
    rows.push(row);
    bytes += sizeOf(row);
    if (bytes < bytesAtOnce) continue;
    yield rows;
    rows = [];
    bytes = 0;
  }
  if (rows.length > 0) yield rows;
}

const rowsAtOnce = 5000;

/**
 * Creates a file in a new folder below `folder`, on the disk of `target`. Without `target` it cannot replace anything.
 */
export async function newSqliteCopy(folder: string, target?: string): Promise<Copy> {
  const own = await makeCopyFolder(folder);
  const file = join(own, 'mojian.db');
  const db = openDatabase(file);
  let loader: ReturnType<typeof openLoader> | undefined;
  let open = true;
  const close = async () => {
    if (open) await db.destroy();
    open = false;
  };

  return {
    dialect: 'sqlite',
    db,
    url: file,
    async unguard() {
      loader = openLoader(file);
    },
    load: async (table, rows, lastId) => loader?.load(table, rows, lastId),
    async seal() {
      loader?.seal();
      loader = undefined;
    },
    async takePlace(site) {
      if (target === undefined) throw new Error('this copy has no place to take');
      await close();
      if (site) await replaceUnder(site, () => putInPlace(file, target));
      else putInPlace(file, target);
    },
    async discard() {
      loader?.close();
      loader = undefined;
      await close().catch(() => {});
      await rm(own, { recursive: true, force: true });
    },
  };
}

/** Opens a connection without foreign keys and fsync: a crash only loses a copy nobody uses. */
function openLoader(file: string) {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec('pragma busy_timeout = 5000; pragma synchronous = off');
  const triggers = database.prepare(`select name, sql from sqlite_master where type = 'trigger'`).all();
  for (const { name } of triggers) database.exec(`drop trigger ${quoted(String(name))}`);

  return {
    async load(table: { name: string; columns: string[] }, rows: AsyncIterable<Row[]>, lastId: number | null) {
      const { name, columns } = table;
      const values = columns.map(() => '?').join(', ');
      database.exec(`delete from ${quoted(name)}`); // rows that migrations insert
      const insert = database.prepare(
        `insert into ${quoted(name)} (${columns.map(quoted).join(', ')}) values (${values})`,
      );
      await inTurns(database, rows, (row) => insert.run(...row));
      if (lastId !== null) keepLastId(database, name, lastId);
    },
    seal() {
      for (const { sql } of triggers) database.exec(String(sql));
      const [orphan] = database.prepare('pragma foreign_key_check').all();
      if (orphan) throw new Error(`${orphan.table}（第 ${orphan.rowid} 行）指着 ${orphan.parent} 里没有的一行`);
      database.close();
    },
    close: () => database.close(),
  };
}

async function inTurns(database: DatabaseSync, batches: AsyncIterable<Row[]>, put: (row: Row) => void) {
  let waiting = 0;
  database.exec('begin');
  for await (const rows of batches) {
    rows.forEach(put);
    waiting += rows.length;
    if (waiting < rowsAtOnce) continue;
    database.exec('commit; begin');
    waiting = 0;
  }
  database.exec('commit');
}

function keepLastId(database: DatabaseSync, table: string, lastId: number) {
  database.prepare('delete from sqlite_sequence where name = ?').run(table);
  database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, lastId);
}

/**
 * Moves a closed SQLite file over another, whose write-ahead log is merged first: SQLite would replay a leftover log
 * into whichever file has the name.
 * @throws DatabaseInUse while another connection holds the old file; nothing has changed then
 */
function putInPlace(file: string, target: string) {
  leaveWriteAheadLog(target);
  putInPlaceSync(file, target);
}

/** @throws DatabaseInUse while another connection holds the file. */
export function leaveWriteAheadLog(file: string) {
  if (!existsSync(file)) return;
  const database = new DatabaseSync(file);
  try {
    const [row] = database.prepare('pragma journal_mode = delete').all();
    if (row?.journal_mode !== 'delete') throw new DatabaseInUse(file);
  } catch (error) {
    if (isLocked(error)) throw new DatabaseInUse(file, { cause: error });
    throw error;
  } finally {
    database.close();
  }
}
