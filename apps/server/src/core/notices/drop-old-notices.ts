import type { Db, Trx } from '../../platform/db/schema.ts';
import { tell } from '../../platform/stream/hub.ts';
import * as queries from './drop-old-notices.queries.ts';

const year = 365 * 24 * 3_600_000;
const keptAtMost = 2000;
/** In one transaction, so that nobody who writes meanwhile waits long. */
const batch = 500;

/** Forgets what was read over a year ago, and of each member all but the newest 2,000. */
export async function dropOldNotices(db: Db, stopping?: AbortSignal, now = Date.now()) {
  const dropAll = async (drop: (trx: Trx) => Promise<number>) => {
    while (!stopping?.aborted && (await db.transaction().execute(drop)) === batch);
  };
  await dropAll((trx) => queries.deleteReadBefore(trx, now - year, batch));
  for (const userId of await queries.listHoarders(db, keptAtMost)) {
    const oldest = await queries.findNth(db, userId, keptAtMost);
    if (!oldest) continue;
    await dropAll((trx) => queries.deleteOlderThan(trx, userId, oldest, batch));
    // open pages count anew: unread ones may have gone as well
    await db.transaction().execute((trx) => tell(trx, { topic: `user:${userId}`, type: 'notice', id: 0 }));
  }
}
