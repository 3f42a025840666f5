import { type Kysely, sql } from 'kysely';
import { type Dialect, identity } from '../dialect.ts';

type Row = { path: string; target: string };

/** Longer ones were never made by the program and would not fit into an index. */
const longestPath = 500;
const longestTarget = 1000;

/** Redirects with an id, counts and their origin, and the addresses that were not found. */
export async function up(db: Kysely<never>, dialect: Dialect) {
  const { rows } = await sql<Row>`select path, target from "movedPaths" order by path`.execute(db);
  await db.schema.dropTable('movedPaths').execute();
  await db.schema
    .createTable('movedPaths')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('path', 'text', (column) => column.notNull().unique())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('hits', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('lastHitAt', 'bigint')
    .addColumn('createdAt', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('source', 'text', (column) =>
      column.notNull().defaultTo('import').check(sql`source in ('renamed', 'import', 'manual')`),
    )
    .addColumn('removedAt', 'bigint')
    .execute();
  for (const [path, target] of straightened(rows))
    await sql`insert into "movedPaths" (path, target) values (${path}, ${target})`.execute(db);
  await sql`update "movedPaths" set source = 'renamed' where path like '/article/%' or path like '/user/%'`.execute(db);
  // finds the redirects to an address that itself moves
  await sql`create index "movedPathsTarget" on "movedPaths" (target)`.execute(db);

  await db.schema
    .createTable('missedPaths')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('path', 'text', (column) => column.notNull().unique())
    .addColumn('hits', 'integer', (column) => column.notNull())
    .addColumn('firstAt', 'bigint', (column) => column.notNull())
    .addColumn('lastAt', 'bigint', (column) => column.notNull())
    .addColumn('isHidden', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create index "missedPathsLast" on "missedPaths" ("lastAt")`.execute(db);
}

/** Puts all keys in lower case and without `/index.php`, and lets chains lead straight to their end. */
function straightened(rows: Row[]) {
  const targets = new Map<string, string>();
  const fitting = rows.filter(({ path, target }) => path.length <= longestPath && target.length <= longestTarget);
  for (const { path, target } of fitting) if (!targets.has(keyOf(path))) targets.set(keyOf(path), target);
  targets.delete('/');
  return [...targets.keys()].flatMap((path) => {
    const target = endOf(targets, path);
    return target === undefined ? [] : [[path, target] as const];
  });
}

function keyOf(path: string) {
  const key = path.toLowerCase().replace(/\/index\.php(?=\/|$)/, '');
  return key === '' ? '/' : key;
}

/** Undefined for a loop. */
function endOf(targets: Map<string, string>, path: string) {
  const seen = new Set([path]);
  let target = targets.get(path) ?? '';
  for (let next = keyOf(target); targets.has(next); next = keyOf(target)) {
    if (seen.has(next)) return undefined;
    seen.add(next);
    target = targets.get(next) ?? '';
  }
  return seen.has(keyOf(target)) ? undefined : target;
}
