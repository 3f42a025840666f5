import { dayName } from '../../platform/china-day.ts';
import type { Db } from '../../platform/db/schema.ts';
import * as queries from './visits.queries.ts';

/** What was counted on each day since one, which is given by its number. */
export function countedByDay(db: Db, from: number) {
  return queries.listDays(db, dayName(from));
}

/** YYYY-MM-DD of the first day there are counts of, or ''. */
export async function firstCounted(db: Db) {
  return (await queries.firstDay(db))?.day ?? '';
}

/** Where views since a day came from, most first. */
export async function sourcesSince(db: Db, from: number, limit: number) {
  const rows = await queries.listSources(db, dayName(from), limit);
  return rows.map((row) => ({ ...row, views: Number(row.views) }));
}

/** The articles read most since a day, at most a month ago. */
export async function mostReadSince(db: Db, from: number, limit: number) {
  const rows = await queries.listMostRead(db, dayName(from), limit);
  return rows.map((row) => ({ ...row, reads: Number(row.reads) }));
}
