import { filePlaces } from '@mojian/contract/core/uploads';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshSite } from '../test/fresh-site.ts';
import { exportedNames, type Table, type Tables, table } from './platform/db/table.ts';
import { tables } from './tables.ts';

const site = freshSite();

/** Columns of every described table, by the database itself. */
async function storedColumns() {
  const all = await site.db.introspection.getTables();
  return new Map(all.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}

test('a forgotten table, and a forgotten column, do not compile', () => {
  const { says: _says, ...others } = tables;
  // @ts-expect-error: says is missing
  const withoutSays: Tables = others;
  // @ts-expect-error: day is missing
  const withoutDay = table('signIns', { columns: { userId: 'left out: whose archive it is' } });
  // @ts-expect-error: place is neither exported nor left out for a reason
  const withoutReason = table('signIns', { columns: { userId: 'archive', day: 'left out' } });
  expect([withoutSays, withoutDay, withoutReason]).toHaveLength(3);
});

test('every description has the columns of its table', async () => {
  const stored = await storedColumns();
  const described = Object.values(tables).filter(({ columns }) => typeof columns === 'object');
  expect(described.length).toBeGreaterThan(20);
  for (const { name, columns } of described)
    expect(Object.keys(columns ?? {}).sort(), name).toEqual(stored.get(name)?.sort());
  for (const { name, key = 'id', members = {}, texts = [], pictures, subject, sendKey } of Object.values(tables)) {
    const named = [...texts.flatMap(({ columns }) => columns), ...(pictures?.columns ?? []), ...Object.keys(members)];
    const uses = texts.length > 0 || pictures || subject ? [key] : [];
    const all = [...named, ...uses, ...[subject?.title, sendKey].filter((one) => one !== undefined)];
    expect(stored.get(name), name).toEqual(expect.arrayContaining(all));
  }
});

/** Exported columns whose change is no edit: keys, dates, counts, orders, and what moderation decides. */
const unedited: Record<string, string[]> = {
  says: ['createdAt', 'state', 'reasons'],
  categories: ['position'],
  series: ['createdAt', 'updatedAt'],
  movedPaths: ['path'],
  navigationSites: ['clicks'],
  users: ['createdAt'],
  settings: ['name'],
};

test('a row whose exported column was edited outlives the undoing of its import', () => {
  const forgotten = Object.values<Table>(tables).flatMap(({ name, columns, edited }) => {
    if (!edited || typeof columns !== 'object') return [];
    const counted = [...edited, ...(unedited[name] ?? [])];
    const exported: string[] = exportedNames({ name, columns: columns as Record<string, string> });
    return exported.flatMap((one) => (counted.includes(one) ? [] : [`${name}.${one}`]));
  });
  expect(forgotten).toEqual([]);
});

test('every column that references a member is described', async () => {
  const { rows } =
    site.dialect === 'sqlite'
      ? await sql<{ column: string }>`select m.name || '.' || f."from" as "column" from sqlite_master as m
          join pragma_foreign_key_list(m.name) as f on f."table" = 'users' where m.type = 'table'`.execute(site.db)
      : await sql<{ column: string }>`select c.relname || '.' || a.attname as "column" from pg_constraint as k
          join pg_class as c on c.oid = k.conrelid
          join pg_attribute as a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
          where k.contype = 'f' and k.confrelid = 'users'::regclass`.execute(site.db);
  const described = Object.values(tables).flatMap(({ name, members = {} }) =>
    Object.entries(members).flatMap(([column, { prefix }]) => (prefix ? [] : [`${name}.${column}`])),
  );
  expect(rows.map(({ column }) => column).sort()).toEqual(described.sort());
});

test('every page with pictures has a name in the contract', () => {
  const pages = Object.values<Table>(tables).flatMap(({ name, pictures }) => (pictures?.page ? [name] : []));
  expect(filePlaces).toEqual(expect.arrayContaining(pages));
});
