import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { openDatabase } from '../open.ts';
import { connectPostgres } from '../postgres-client.ts';
import { type Copy, quoted, type Row, type Snapshot, sizeOf, type Table, type Value } from './snapshot.ts';

type Column = { table: string; name: string; isText: boolean; key: number | null };

const bytesAtOnce = 256 * 1024;
const rowsAtMost = 500;

/** Opens a repeatable-read, read-only transaction on a connection of its own. */
export async function snapshotPostgres(url: string): Promise<Snapshot> {
  const client = await connectPostgres(url);
  await client.query('begin isolation level repeatable read read only');
  const all = async <Of>(sql: string, values: string[] = []) => (await client.query(sql, values)).rows as Of[];
  const columns = await all<Column>(columnsQuery);
  const tables = groupTables(columns);

  return {
    dialect: 'postgres',
    tables,
    steps: await stepsOf(all),
    async count({ name }) {
      const [row] = await all<{ count: number }>(`select count(*) as count from ${quoted(name)}`);
      return row?.count ?? 0;
    },
    lastId: (table) => lastId(all, table),
    rows: (table) => rowsOf(client, select(table, columns)),
    close: () => client.end(),
  };
}

/** Lists columns by table of the site's schema, without tables of extensions and unlogged ones: no backup holds them. */
const columnsQuery = `select c.relname as "table", a.attname as name,
    a.atttypid in ('text'::regtype, 'varchar'::regtype) as "isText",
    array_position(i.indkey::int2[], a.attnum) as key
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
    and c.relname not like 'kysely\\_%'
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname collate "C", a.attname collate "C"`;

type All = <Of>(sql: string, values?: string[]) => Promise<Of[]>;

function groupTables(columns: Column[]): Table[] {
  const byTable = Map.groupBy(columns, ({ table }) => table);
  return [...byTable].map(([name, own]) => ({ name, columns: own.map((column) => column.name) }));
}

async function stepsOf(all: All) {
  const [found] = await all<{ table: string | null }>(
    `select to_regclass(quote_ident(current_schema()) || '.kysely_migration') as table`,
  );
  if (!found?.table) return [];
  const steps = await all<{ name: string }>('select name from kysely_migration order by name collate "C"');
  return steps.map(({ name }) => name);
}

async function lastId(all: All, { name, columns }: Table) {
  if (!columns.includes('id')) return null;
  const [found] = await all<{ name: string | null }>('select pg_get_serial_sequence($1, $2) as name', [
    quoted(name),
    'id',
  ]);
  if (!found?.name) return null;
  const [last] = await all<{ last: number }>(
    `select case when is_called then last_value else 0 end as last from ${found.name}`,
  );
  return last?.last || null;
}

function select({ name: table, columns }: Table, all: Column[]) {
  const own = all.filter((column) => column.table === table);
  const keys = own.filter(({ key }) => key !== null).sort((a, b) => Number(a.key) - Number(b.key));
  const order = (keys.length > 0 ? keys : own).map(({ name, isText }) => quoted(name) + (isText ? ' collate "C"' : ''));
  return `select ${columns.map(quoted).join(', ')} from ${quoted(table)} order by ${order.join(', ')}`;
}

/** Reads through a cursor; the batch size follows from the size of the last rows. */
async function* rowsOf(client: pg.Client, text: string): AsyncGenerator<Row[]> {
  await client.query(`declare pages no scroll cursor for ${text}`);
  let wanted = 1;
  while (true) {
    const { rows } = await client.query<Row>({ text: `fetch ${wanted} from pages`, rowMode: 'array' });
    if (rows.length === 0) break;
    const bytes = rows.reduce((sum, row) => sum + sizeOf(row), 0);
    yield rows;
    wanted = Math.max(1, Math.min(rowsAtMost, wanted * 4, Math.floor((bytesAtOnce / bytes) * rows.length)));
  }
  await client.query('close pages');
}

/** Prefix of the schemas of copies, by which leftovers of a crash are found. */
export const copySchema = 'mojian_copy_';

type ForeignKey = { table: string; name: string; definition: string };

/** Creates a schema for the copy in the same database. `leave` closes its connections, and the schema stays. */
export async function newPostgresCopy(
  url: string,
  schema = copySchema + randomBytes(4).toString('hex'),
): Promise<Copy & { leave(): Promise<void> }> {
  const client = await connectPostgres(url);
  const [{ home = 'public' } = {}] = (await client.query('select current_schema() as home')).rows;
  await client.query(`create schema ${schema}`);
  await client.query(`set search_path = ${schema}`);
  const db = openDatabase(withSchema(url, schema));
  let keys: ForeignKey[] = [];
  let open = true;

  return {
    dialect: 'postgres',
    db,
    url: withSchema(url, schema),
    async unguard() {
      keys = (await client.query(foreignKeys)).rows as ForeignKey[];
      for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
      for (const { name } of await listTables(client, schema))
        await client.query(`alter table ${quoted(name)} disable trigger user`);
    },
    load: (table, rows, lastId) => inTransaction(client, () => load(client, { table, rows, lastId })),
    async seal() {
      for (const { table, name, definition } of keys)
        await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
      for (const { name } of await listTables(client, schema))
        await client.query(`alter table ${quoted(name)} enable trigger user`);
    },
    async takePlace() {
      await db.destroy();
      open = false;
      await takePlace(client, { schema, home });
    },
    async leave() {
      await db.destroy();
      await client.end();
    },
    async discard() {
      if (open) await db.destroy();
      open = false;
      await client.query(`drop schema if exists ${schema} cascade`).catch(() => {});
      await client.end();
    },
  };
}

/** Address of one schema of a database. */
export function withSchema(url: string, schema: string) {
  const address = new URL(url);
  const before = address.searchParams.get('options');
  address.searchParams.set('options', [before, `-csearch_path=${schema}`].filter(Boolean).join(' '));
  return address.href;
}

const foreignKeys = `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by oid`;

async function listTables(client: pg.Client, schema: string) {
  const { rows } = await client.query('select tablename as name from pg_tables where schemaname = $1', [schema]);
  return rows as { name: string }[];
}

type Load = { table: Table; rows: AsyncIterable<Row[]>; lastId: number | null };

async function load(client: pg.Client, { table: { name, columns }, rows: batches, lastId }: Load) {
  const into = quoted(name);
  const names = columns.map(quoted).join(', ');
  const insert = `insert into ${into} (${names}) select ${names} from json_populate_recordset(null::${into}, $1)`;
  await client.query(`delete from ${into}`); // rows that migrations insert
  for await (const rows of batches) {
    const objects = rows.map((row) =>
      Object.fromEntries(columns.map((column, at) => [column, asJson(row[at] ?? null)])),
    );
    await client.query(insert, [JSON.stringify(objects)]);
  }
  // a migration may have moved the sequence of an empty table
  if (columns.includes('id'))
    await client.query(`select setval(pg_get_serial_sequence($1, 'id'), $2, $3)`, [into, lastId ?? 1, lastId !== null]);
}

function asJson(value: Value) {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}

/**
 * Drops the old tables and moves the new ones in, in one transaction. Queries waiting for a lock meanwhile find the new
 * ones.
 */
async function takePlace(client: pg.Client, { schema, home }: { schema: string; home: string }) {
  const there = quoted(home);
  const tables = (await listTables(client, schema)).map(({ name }) => quoted(name));
  const { rows } = await client.query(
    'select oid::regprocedure::text as name from pg_proc where pronamespace = $1::regnamespace',
    [schema],
  );
  const functions = (rows as { name: string }[]).map(({ name }) => name);

  const replaced = (await listTables(client, home))
    .map(({ name }) => quoted(name))
    .filter((name) => tables.includes(name));

  for (const table of tables) await client.query(`analyze ${table}`);
  await lockAll(
    client,
    replaced.map((table) => `${there}.${table}`),
    Date.now() + longestLock,
  );
  await commitAfter(client, async () => {
    for (const table of tables) await client.query(`drop table if exists ${there}.${table} cascade`);
    for (const name of functions) await client.query(`drop function if exists ${there}.${name} cascade`);
    for (const table of tables) await client.query(`alter table ${schema}.${table} set schema ${there}`);
    for (const name of functions) await client.query(`alter function ${schema}.${name} set schema ${there}`);
    await client.query(`drop schema ${schema}`);
  });
}

/** Milliseconds. Below PostgreSQL's deadlock check of 1000 ms, so that we give way and not the other transaction. */
const shortestWait = 400;
const longestLock = 60_000;
const cancelled = '57014';

/**
 * Begins a transaction that locks all tables. A reader may hold one and wait for another of ours: on a timeout all
 * locks are released, so that it can finish, and requested again shortly after.
 */
async function lockAll(client: pg.Client, tables: string[], until: number) {
  await client.query('begin');
  if (tables.length === 0) return;
  try {
    await client.query(`set local statement_timeout = ${shortestWait}`);
    await client.query(`lock table ${tables.join(', ')} in access exclusive mode`);
    await client.query('set local statement_timeout = 0');
  } catch (error) {
    await client.query('rollback');
    if ((error as { code?: string }).code !== cancelled || Date.now() > until) throw error;
    await setTimeout(50 + Math.random() * 200);
    await lockAll(client, tables, until);
  }
}

/** Runs work in a transaction. */
export async function inTransaction(client: pg.Client, work: () => Promise<void>) {
  await client.query('begin');
  await commitAfter(client, work);
}

async function commitAfter(client: pg.Client, work: () => Promise<void>) {
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
