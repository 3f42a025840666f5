import { sql } from 'kysely';
import { dialectOf } from '../../platform/db/dialect.ts';
import type { Db } from '../../platform/db/schema.ts';

/** Bytes. */
export async function databaseSize(db: Db, url: string) {
  const query =
    dialectOf(url) === 'postgres'
      ? sql<{ size: number }>`select pg_database_size(current_database()) as size`
      : sql<{ size: number }>`select page_count * page_size as size from pragma_page_count(), pragma_page_size()`;
  const { rows } = await query.execute(db);
  return Number(rows[0]?.size ?? 0);
}

/** Milliseconds until a row is durably written and deleted. */
export async function timeWrite(db: Db) {
  const name = `health:${crypto.randomUUID()}`;
  const begun = performance.now();
  await db.insertInto('limits').values({ name, hits: 0, resetsAt: 0 }).execute();
  const took = performance.now() - begun;
  await db.deleteFrom('limits').where('name', '=', name).execute();
  return took;
}
