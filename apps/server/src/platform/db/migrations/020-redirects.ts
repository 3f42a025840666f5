import { type Kysely, sql } from 'kysely';

type Row = { path: string; target: string };

/** Longer ones were never made by the program and would not fit into an index. */
const longestPath = 500;
const longestTarget = 1000;

/** Counts of redirects and where they come from, and the addresses that were not found. */
export async function up(db: Kysely<never>) {
  const moved = db.schema.alterTable('movedPaths');
  await moved.addColumn('hits', 'integer', (column) => column.notNull().defaultTo(0)).execute();
  await moved.addColumn('lastHitAt', 'bigint').execute();
  await moved.addColumn('createdAt', 'bigint', (column) => column.notNull().defaultTo(0)).execute();
  await moved
    .addColumn('source', 'text', (column) =>
      column.notNull().defaultTo('import').check(sql`source in ('renamed', 'import', 'manual')`),
    )
    .execute();
  await rewrite(db);
  await sql`update "movedPaths" set source = 'renamed' where path like '/article/%' or path like '/user/%'`.execute(db);
  // finds the redirects to an address that itself moves
  await sql`create index "movedPathsTarget" on "movedPaths" (target)`.execute(db);

  await db.schema
    .createTable('missedPaths')
    .addColumn('path', 'text', (column) => column.primaryKey())
    .addColumn('hits', 'integer', (column) => column.notNull())
    .addColumn('firstAt', 'bigint', (column) => column.notNull())
    .addColumn('lastAt', 'bigint', (column) => column.notNull())
    .addColumn('isHidden', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create index "missedPathsLast" on "missedPaths" ("lastAt")`.execute(db);
}

/** Stores all keys in lower case and without `/index.php`, and lets chains lead straight to their end. */
async function rewrite(db: Kysely<never>) {
  const { rows } = await sql<Row>`select path, target from "movedPaths" order by path`.execute(db);
  const kept = new Map<string, string>();
  const fitting = rows.filter(({ path, target }) => path.length <= longestPath && target.length <= longestTarget);
  for (const { path, target } of fitting) if (!kept.has(keyOf(path))) kept.set(keyOf(path), target);
  kept.delete('/');
  const wanted = new Map([...kept.keys()].map((path) => [path, endOf(kept, path)]));
  for (const { path, target } of rows)
    if (wanted.get(path) === target) wanted.delete(path);
    else await sql`delete from "movedPaths" where path = ${path}`.execute(db);
  for (const [path, target] of wanted)
    if (target !== undefined)
      await sql`insert into "movedPaths" (path, target) values (${path}, ${target})`.execute(db);
}

function keyOf(path: string) {
  const key = path.toLowerCase().replace(/\/index\.php(?=\/|$)/, '');
  return key === '' ? '/' : key;
}

/** Undefined for a loop. */
function endOf(kept: Map<string, string>, path: string) {
  const seen = new Set([path]);
  let target = kept.get(path) ?? '';
  for (let next = keyOf(target); kept.has(next); next = keyOf(target)) {
    if (seen.has(next)) return undefined;
    seen.add(next);
    target = kept.get(next) ?? '';
  }
  return seen.has(keyOf(target)) ? undefined : target;
}
