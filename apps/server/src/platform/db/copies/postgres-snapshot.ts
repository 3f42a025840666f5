import type pg from 'pg';
import { connectPostgres } from '../postgres-client.ts';
import type { Row } from './row-lines.ts';
import { quoted, sizeOf } from './row-size.ts';
import type { Snapshot, Table } from './snapshot.ts';

type Column = { table: string; name: string; isText: boolean; key: number | null };

const bytesAtOnce = 256 * 1024;
const rowsAtMost = 500;

/** One read-only transaction that sees what was there when it began, over a connection of its own. */
export async function snapshotPostgres(url: string): Promise<Snapshot> {
  const client = await connectPostgres(url);
  await client.query('begin isolation level repeatable read read only');
  const all = async <Of>(sql: string, values: string[] = []) => (await client.query(sql, values)).rows as Of[];
  const columns = await all<Column>(columnsQuery);
  const tables = tablesOf(columns);

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

/** Tables of the site's own schema, without those of an extension. */
const columnsQuery = `select c.relname as "table", a.attname as name,
    a.atttypid in ('text'::regtype, 'varchar'::regtype) as "isText",
    array_position(i.indkey::int2[], a.attnum) as key
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\\_%'
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname collate "C", a.attname collate "C"`;

type All = <Of>(sql: string, values?: string[]) => Promise<Of[]>;

function tablesOf(columns: Column[]): Table[] {
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

/** Through a cursor. How many rows at once follows from how large the last ones were. */
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
