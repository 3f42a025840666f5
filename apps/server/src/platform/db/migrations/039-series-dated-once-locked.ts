import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * On PostgreSQL an article that leaves its series first locks the series by counting it, and then finds the newest of those
 * that are left. In one statement, which sees the articles as they were when it began to wait for that lock, an article
 * withdrawn meanwhile still counted as the newest.
 */
export async function up(db: Kysely<never>, dialect: Dialect) {
  if (dialect === 'sqlite') return;
  for (const step of steps) await sql.raw(step).execute(db);
}

const listed = (row: string) => `${row}.state = 'published' and ${row}."removedAt" is null and ${row}.kind = 'article'`;
const newest = `coalesce((select max(one."publishedAt") from articles as one
  where one."seriesId" = series.id and ${listed('one')}), 0)`;

const leave = `if ${listed('old')} then
    update series set articles = articles - 1 where id = old."seriesId";
    update series set "newestAt" = ${newest} where id = old."seriesId" and "newestAt" = old."publishedAt";
  end if`;
const enter = `update series set articles = articles + 1, "newestAt" = greatest("newestAt", new."publishedAt")
  where id = new."seriesId" and ${listed('new')}`;

const procedure = (event: string, body: string[]) => `create or replace function "seriesCounted_${event}"()
  returns trigger language plpgsql as $$ begin ${body.join('; ')}; return null; end $$`;

const steps = [
  procedure('delete', [leave]),
  procedure('update', [leave, enter]),
  `update series set "newestAt" = ${newest} where "newestAt" <> ${newest}`,
];
