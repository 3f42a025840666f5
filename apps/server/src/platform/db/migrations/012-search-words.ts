import { type Kysely, sql } from 'kysely';

/**
 * Texts are taken apart in another way: names with their signs, traditional characters as simplified ones. What stands in
 * the index stays findable as it was until it is put in anew, piece by piece, once the site runs.
 */
export async function up(db: Kysely<never>) {
  for (const [table, what] of [
    ['articles', 'articles'],
    ['chatMessages', 'chat'],
  ] as const)
    await sql`insert into outbox (kind, payload, attempts, "dueAt")
      select 'index-again', ${JSON.stringify({ what, after: 0 })}, 0, 0
      where exists (select 1 from ${sql.table(table)})`.execute(db);
}
