import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../dialect.ts';
import { tables } from '../100-start.ts';

type Database = Kysely<never>;

export async function run(db: Database, statements: string[]) {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Drops what is made anew once the rows are as 1.0 has them: triggers, and indexes but those of keys and unique columns. */
export async function dropTriggersAndIndexes(db: Database, dialect: Dialect) {
  const queries = dialect === 'sqlite' ? sqliteObjects : postgresObjects;
  for (const query of queries) {
    const { rows } = await sql.raw<{ name: string }>(query).execute(db);
    await run(
      db,
      rows.map(({ name }) => `drop ${name}`),
    );
  }
}

const sqliteObjects = ['trigger', 'index'].map(
  (type) => `select '${type} "' || name || '"' as name from sqlite_master where type = '${type}' and sql is not null`,
);

const postgresObjects = [
  `select 'function ' || p.oid::regprocedure || ' cascade' as name from pg_proc as p
    where p.pronamespace = current_schema()::regnamespace and p.prorettype = 'trigger'::regtype`,
  `select 'index ' || i.indexrelid::regclass as name from pg_index as i join pg_class as c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and c.relname not like 'kysely%'
      and not exists (select 1 from pg_constraint as k where k.conindid = i.indexrelid)`,
];

/** Adds the tables and columns that are missing. Tables named in `remade` are left to their step. */
export async function alignTables(db: Database, dialect: Dialect, remade: string[]) {
  const existing = new Map((await db.introspection.getTables()).map(({ name, columns }) => [name, columns]));
  for (const statement of tables(dialect)) {
    const { name, columns } = readTable(statement);
    if (name === undefined || remade.includes(name)) continue;
    const own = existing.get(name)?.map((column) => column.name);
    const missing = columns.filter((column) => !own?.includes(column.name));
    const add = missing.map(({ definition }) => `alter table "${name}" add column ${definition}`);
    await run(db, own ? add : [statement]);
  }
  if (dialect === 'postgres') await alignPostgres(db);
}

/** Gives texts of articles the default they have on SQLite, and removes the 1 that PostgreSQL added to the names of constraints when a table was made anew. */
async function alignPostgres(db: Database) {
  const { rows } = await sql<{ statement: string }>`select format('alter table %s rename constraint %I to %I',
      k.conrelid::regclass, k.conname, left(k.conname, -1)) as statement from pg_constraint as k
    where k.connamespace = current_schema()::regnamespace and k.conname ~ '_[fp]key1$'`.execute(db);
  const names = rows.map(({ statement }) => statement);
  const defaults = ['markdown', 'html', 'openingHtml', 'headings', 'openingHeadings'].map(
    (name) => `alter table articles alter column "${name}" set default ''`,
  );
  await run(db, [...names, ...defaults]);
}

/** Name and columns of a `create table`; no name for any other statement. */
export function readTable(statement: string) {
  const [head = '', name] = /^create (?:unlogged |virtual )?table "?(\w+)"? /.exec(statement) ?? [];
  const body = statement.slice(statement.indexOf('(', head.length) + 1, statement.lastIndexOf(')'));
  const columns = statement.startsWith('create virtual') ? [] : splitColumns(body).flatMap(readColumn);
  return { name, columns };
}

/** A column that is named so, not a constraint of the table. */
function readColumn(definition: string) {
  const [, name = ''] = /^"?(\w+)"? /.exec(definition) ?? [];
  return ['primary', 'unique', 'constraint'].includes(name) ? [] : [{ name, definition }];
}

/** Cuts at the commas outside parentheses. */
function splitColumns(body: string) {
  const definitions = [''];
  let depth = 0;
  for (const sign of body) {
    depth += Number(sign === '(') - Number(sign === ')');
    if (sign === ',' && depth === 0) definitions.push('');
    else definitions[definitions.length - 1] += sign;
  }
  return definitions.map((definition) => definition.trim());
}
