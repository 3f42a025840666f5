import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Columns that may contain addresses of pictures. */
const places: Record<string, string[]> = {
  articles: ['openingHtml', 'cover'],
  says: ['html', 'pictures'],
  comments: ['html', 'pictures'],
  users: ['avatar', 'cover'],
  links: ['avatar'],
  navigationSites: ['logo'],
  settings: ['value'],
};

/**
 * Index of picture uses by row, which answers whether a file is public. Triggers record rows whose texts changed, in
 * the same transaction; these are processed before the next file is served.
 */
export async function up(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('fileUses')
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('rowId', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('fileUsesKey', ['key', 'place', 'rowId'])
    .execute();
  await sql`create index "fileUsesOf" on "fileUses" (place, "rowId")`.execute(db);
  await db.schema
    .createTable('fileUsesDue')
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('rowId', 'integer', (c) => c.notNull())
    .addColumn('changes', 'integer', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('fileUsesDueKey', ['place', 'rowId'])
    .execute();
  if (dialect === 'postgres') await sql.raw(notingFunction).execute(db);
  for (const [table, columns] of Object.entries(places)) await note(db, dialect, { table, columns });
}

type Noted = { table: string; columns: string[] };

async function note(db: Kysely<never>, dialect: Dialect, noted: Noted) {
  const { table, columns } = noted;
  await sql
    .raw(
      `insert into "fileUsesDue" (place, "rowId")
        select distinct '${table}', ${idOf(table, table)} from "${table}" where ${names(noted, table)}`,
    )
    .execute(db);
  const changed = columns.map((one) => `old."${one}" <> new."${one}"`).join(' or ');
  const events = {
    insert: ['insert', 'new', names(noted, 'new')],
    update: [
      `update of ${columns.map((one) => `"${one}"`).join(', ')}`,
      'new',
      `(${changed}) and (${names(noted, 'old')} or ${names(noted, 'new')})`,
    ],
    delete: ['delete', 'old', names(noted, 'old')],
  };
  for (const [name, [event = '', row = '', when = '']] of Object.entries(events))
    await sql
      .raw(
        `create trigger "${table}FileUses_${name}" after ${event} on "${table}" for each row when (${when}) ${
          dialect === 'postgres'
            ? `execute function "noteFileUses"('${table}')`
            : `begin ${mark(`'${table}'`, idOf(table, row))}; end`
        }`,
      )
      .execute(db);
}

function names({ columns }: Noted, row: string) {
  return `(${columns.map((one) => `"${row}"."${one}" like '%/files/%'`).join(' or ')})`.replaceAll(
    /"(old|new)"\./g,
    '$1.',
  );
}

/** Settings have no id: all are read again. */
function idOf(table: string, row: string) {
  return table === 'settings' ? '0' : row === table ? `"${table}".id` : `${row}.id`;
}

/** Increments an existing mark, so that a reader of the row waits for this transaction. */
function mark(place: string, id: string) {
  return `insert into "fileUsesDue" (place, "rowId") values (${place}, ${id})
    on conflict (place, "rowId") do update set changes = "fileUsesDue".changes + 1`;
}

const notingFunction = `create function "noteFileUses"() returns trigger language plpgsql as $$
  declare id integer := 0;
  begin
    if tg_argv[0] <> 'settings' then
      if tg_op = 'DELETE' then id := old.id; else id := new.id; end if;
    end if;
    ${mark('tg_argv[0]', 'id')};
    return null;
  end $$`;
