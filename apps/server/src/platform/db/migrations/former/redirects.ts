import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../dialect.ts';
import { tables } from '../100-start.ts';

type Row = { path: string; target: string };

/** Longer ones were never made by the program and would not fit into an index. */
const longestPath = 500;
const longestTarget = 1000;

/** Gives redirects an id, counts and their origin. Their table was another: a path and a target. */
export async function straightenRedirects(db: Kysely<never>, dialect: Dialect) {
  const { rows } = await sql<Row>`select path, target from "movedPaths" order by path`.execute(db);
  await sql`drop table "movedPaths"`.execute(db);
  const [create = ''] = tables(dialect).filter((statement) => statement.startsWith('create table "movedPaths"'));
  await sql.raw(create).execute(db);
  for (const [path, target] of straightened(rows))
    await sql`insert into "movedPaths" (path, target) values (${path}, ${target})`.execute(db);
  await sql`update "movedPaths" set source = 'renamed' where path like '/article/%' or path like '/user/%'`.execute(db);
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
