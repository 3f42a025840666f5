import { dayLength } from '../china-day.ts';
import type { Db, Trx } from '../db/schema.ts';
import * as queries from './reports.queries.ts';

const keptDays = 90;
const rowsAtOnce = 100;

/** Forgets what was handed over of the chat ninety days after it was settled. The privacy text promises so. */
export async function forgetExcerpts(db: Db, now = Date.now()) {
  const before = now - keptDays * dayLength;
  const some = (trx: Trx) => queries.emptyExcerpts(trx, before, rowsAtOnce);
  while ((await db.transaction().execute(some)) > 0);
}
