import { shortLine } from '@mojian/contract/platform/format';
import { chinaOffset, dayLength } from '@mojian/contract/platform/time';
import { excerpt } from '../../content/text/comment-text.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { maySeeSay } from './says.policy.ts';
import { findSay, isShown } from './says.queries.ts';
import { sayNotFound } from './says.ts';

/** Months with public says, newest first, with how many there are and of how many pictures. */
export async function listMonths(db: Db) {
  const rows = await listSayMonths(db);
  return rows.map(({ month, ...counts }) => ({
    ...counts,
    month: `${String(month).padStart(6, '0').slice(0, 4)}-${String(month).slice(-2)}`,
  }));
}

/**
 * Finds the last public say of the days before and the first of the days after.
 * @throws Failure not-found for a say that this viewer may not see.
 */
export async function findNeighbours(db: Db, viewer: Viewer | null, id: number) {
  const say = await findSay(db, id);
  if (!say || !maySeeSay(viewer, say)) throw sayNotFound();
  const day = Math.floor((say.createdAt + chinaOffset) / dayLength) * dayLength - chinaOffset;
  const [before, after] = await Promise.all([
    findNeighbour(db, 'before', day),
    findNeighbour(db, 'from', day + dayLength),
  ]);
  return { before: presentLink(before), after: presentLink(after) };
}

function presentLink(say: Awaited<ReturnType<typeof findNeighbour>>) {
  return say ? { id: say.id, text: shortLine(excerpt(say.html), 30), createdAt: isoTime(say.createdAt) } : null;
}

/** Months with public says, newest first; `month` as 202611. */
function listSayMonths(db: Db) {
  return db.selectFrom('sayMonths').selectAll().where('says', '>', 0).orderBy('month', 'desc').execute();
}

/** The newest public say before a moment, or the oldest from it on. */
function findNeighbour(db: Db, side: 'before' | 'from', moment: number) {
  const order = side === 'before' ? 'desc' : 'asc';
  return db
    .selectFrom('says')
    .select(['id', 'html', 'createdAt'])
    .where(isShown)
    .where('createdAt', side === 'before' ? '<' : '>=', moment)
    .orderBy('createdAt', order)
    .orderBy('id', order)
    .limit(1)
    .executeTakeFirst();
}
