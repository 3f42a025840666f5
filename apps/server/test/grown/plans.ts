import { StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { isShared } from '../../src/platform/db/dialect.ts';
import type { Db } from '../../src/platform/db/schema.ts';

/** Indexes of the few rows that are pages, in the carousel, or held: reading all of one is no more than those. */
const ofFew = /\b(articlesPages|articlesFeatured|commentsHeld|saysHeld|chatMessagesHeld)\b/;

/** Indexes of all rows, for the back office to walk through. */
const ofAll = /\barticlesByMoment\b/;

/** A statement that was run, with the most rows it returned. */
export type Run = { text: string; values: unknown[]; rows: number };

/** Tables that grow with the site's articles, members and writings. */
const growing = new Set([
  'users',
  'articles',
  'articleTags',
  'articleListings',
  'articleListDays',
  'comments',
  'says',
  'boardMessages',
  'follows',
  'likes',
  'collects',
  'visitDays',
  'relatedArticles',
  'relatedDue',
  'search',
  'movedPaths',
  'notices',
  'chatMessages',
]);

/** Records every statement that both drivers run until `stop`. */
export function recordStatements() {
  const runs = new Map<string, Run>();
  const add = (text: string, values: unknown[], rows: number) => {
    const known = runs.get(text);
    runs.set(text, { text, values, rows: Math.max(rows, known?.rows ?? 0) });
  };
  const { all } = StatementSync.prototype;
  StatementSync.prototype.all = function (...values: unknown[]) {
    const rows = Reflect.apply(all, this, values);
    add(this.sourceSQL, values, rows.length);
    return rows;
  };
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = async function (...queryArguments: unknown[]) {
    const result = await Reflect.apply(query, this, queryArguments);
    const [text, values] = queryArguments;
    if (typeof text === 'string') add(text, Array.isArray(values) ? values : [], result.rows?.length ?? 0);
    return result;
  };
  return {
    runs,
    stop() {
      StatementSync.prototype.all = all;
      pg.Client.prototype.query = query;
    },
  };
}

/** Steps of a statement's plan that read or sort all of a table that grows; none where every step is bounded. */
export function findUnbounded(db: Db, run: Run): Promise<string[]> {
  return isShared(db) ? inPostgres(db, run) : inSqlite(db, run);
}

async function inSqlite(db: Db, { text }: Run) {
  const { rows } = await sql<{ parent: number; detail: string }>`${sql.raw(`explain query plan ${text}`)}`.execute(db);
  const names = aliases(text);
  const isSorted = rows.some(({ detail }) => /TEMP B-TREE FOR ORDER BY/.test(detail));
  const isCut = /\blimit\b/i.test(text) && !isSorted && !/TEMP B-TREE/.test(rows.map(({ detail }) => detail).join());
  const isSubquery = (parent: number, name: string) =>
    rows.some((row) => row.parent === parent && row.detail === `CO-ROUTINE ${name}`);
  return rows.flatMap(({ parent, detail }) => {
    if (ofAll.test(detail)) return [detail];
    const [, table = ''] = /^SCAN (\w+)/.exec(detail) ?? [];
    if (isSubquery(parent, table)) return [];
    const name = names.get(table) ?? table;
    if (!growing.has(name) || detail.includes('VIRTUAL TABLE INDEX') || ofFew.test(detail)) return [];
    return detail.includes('USING') && isCut ? [] : [`${detail.replace(table, name)}`];
  });
}

/** Tables by their alias in a statement. */
function aliases(text: string) {
  return new Map([...text.matchAll(/"?(\w+)"? as "?(\w+)"?/gi)].map(([, table = '', alias = '']) => [alias, table]));
}

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Filter?: string;
  Plans?: Plan[];
};

/**
 * Tells PostgreSQL's planner that the growing tables have `times` as many rows as they do: whole scans are the right plan
 * for small ones.
 */
export async function pretendGrown(db: Db, times: number) {
  await sql`analyze`.execute(db);
  await sql`update pg_class set reltuples = reltuples * ${sql.lit(times)} where reltuples > 0 and oid in (
    select unnest(array[relation.oid, keys.indexrelid]) from pg_class as relation
    left join pg_index as keys on keys.indrelid = relation.oid
    where relation.relkind = 'r' and relation.relname in (${sql.join([...growing])}))`.execute(db);
}

/**
 * Rows that a step may read: pages of lists, the days of a calendar, or the 400 articles in series, not a list. What a
 * statement names by its values, such as the thousand that a search looks at, it may read.
 */
const mostRead = 400;

/** Runs the statement with the plan for a grown site, and counts what each step really reads of a growing table. */
async function inPostgres(db: Db, run: Run): Promise<string[]> {
  const most = Math.max(mostRead, run.values.length);
  return (await runWithPlan(db, run)).flatMap((plan) => longSteps(plan, most));
}

/** Runs a statement of PostgreSQL and returns what its steps did. */
async function runWithPlan(db: Db, { text, values }: Run) {
  const pieces = text.split(/\$\d+/);
  const order = [...text.matchAll(/\$(\d+)/g)].map(([, n]) => values[Number(n) - 1]);
  const statement = pieces.reduce(
    (sofar, part, at) => (at === 0 ? sql.raw(part) : sql`${sofar}${order[at - 1]}${sql.raw(part)}`),
    sql.raw(''),
  );
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`explain (analyze, format json) ${statement}`.execute(
    db,
  );
  return rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan));
}

/** Rows of a table that a statement of PostgreSQL reads, those that it then leaves out included. */
export async function rowsReadFrom(db: Db, table: string, run: Run) {
  const within = (plan: Plan): number =>
    (plan['Relation Name'] === table ? rowsRead(plan) : 0) +
    (plan.Plans ?? []).reduce((sum, inner) => sum + within(inner), 0);
  return (await runWithPlan(db, run)).reduce((sum, plan) => sum + within(plan), 0);
}

function longSteps(plan: Plan, most: number): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '', 'Index Cond': condition } = plan;
  const read = growing.has(table) && !ofFew.test(index) ? rowsRead(plan) : 0;
  const step = `${type} on ${table} ${index}: ${read} rows (${condition ?? plan.Filter ?? ''})`;
  return [...(read > most ? [step] : []), ...(plan.Plans ?? []).flatMap((inner) => longSteps(inner, most))];
}

function rowsRead(plan: Plan) {
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  return (plan['Actual Rows'] + removed) * plan['Actual Loops'];
}
