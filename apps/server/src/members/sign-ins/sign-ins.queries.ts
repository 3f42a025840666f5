import type { Db } from '../../platform/db/schema.ts';

export async function insertDay(db: Db, userId: number, day: string) {
  await db
    .insertInto('signIns')
    .values({ userId, day })
    .onConflict((known) => known.columns(['userId', 'day']).doNothing())
    .execute();
}

/** The days a member signed in, newest first. Days after `until` are a wrong clock's and do not count. */
export async function listDays(db: Db, userId: number, { until, limit }: { until: string; limit: number }) {
  const rows = await db
    .selectFrom('signIns')
    .select('day')
    .where('userId', '=', userId)
    .where('day', '<=', until)
    .orderBy('day', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ day }) => day);
}
