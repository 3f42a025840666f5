import type { Db, Trx } from '../../platform/db/schema.ts';
import { wasShown } from './revisions.policy.ts';
import * as queries from './revisions.queries.ts';

type Age = { id: number; reason: queries.Reason; createdAt: number };

const hour = 3_600_000;
const day = 24 * hour;
const most = 200;
const batch = 50;

/** Thins every history with something older than a day: done daily. */
export async function thinRevisions(db: Db, stopping: AbortSignal, now = Date.now()) {
  let after = 0;
  while (!stopping.aborted) {
    const ids = await queries.listArticlesKeptBefore(db, now - day, after, batch);
    for (const id of ids) await db.transaction().execute((trx) => thin(trx, id, now));
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** Drops what the history of one article no longer needs. */
export async function thin(trx: Trx, articleId: number, now: number) {
  await queries.dropRevisions(trx, superfluous(await queries.listAges(trx, articleId), now));
}

/**
 * Of one history, newest first: all of the last day stays, one an hour for a week, one a day for three months, then one
 * a week; what readers saw always. Of more than 200 the oldest go, those last.
 */
export function superfluous(ages: Age[], now: number): number[] {
  const seen = new Set<string>();
  const kept = ages.filter((age) => {
    const stretch = stretchOf(now - age.createdAt);
    if (wasShown(age) || stretch === 0) return true;
    const slot = `${stretch} ${Math.floor(age.createdAt / stretch)}`;
    return !seen.has(slot) && seen.add(slot);
  });
  const byWorth = [...kept].sort((a, b) => Number(wasShown(b)) - Number(wasShown(a)));
  const stay = new Set(byWorth.slice(0, most).map(({ id }) => id));
  return ages.filter(({ id }) => !stay.has(id)).map(({ id }) => id);
}

function stretchOf(age: number) {
  if (age < day) return 0;
  if (age < 7 * day) return hour;
  return age < 90 * day ? day : 7 * day;
}
