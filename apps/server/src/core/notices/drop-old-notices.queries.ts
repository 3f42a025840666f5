import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

type Place = { createdAt: number; id: number };
type Notices = SelectQueryBuilder<Schema, 'notices', unknown>;

/** So many of those read before a time. Returns how many there were. */
export function deleteReadBefore(trx: Trx, time: number, most: number) {
  return deleteSome(trx, most, (notices) => notices.where('readAt', '<', time));
}

/** So many of a member's notices that are older than one of them. Returns how many there were. */
export function deleteOlderThan(trx: Trx, userId: number, { createdAt, id }: Place, most: number) {
  return deleteSome(trx, most, (notices) =>
    notices.where('userId', '=', userId).where(sql<boolean>`("createdAt", id) < (${createdAt}, ${id})`),
  );
}

/** Members with more than so many. */
export async function listHoarders(db: Db, most: number) {
  const rows = await db
    .selectFrom('notices')
    .select('userId')
    .groupBy('userId')
    .having(({ fn }) => fn.countAll(), '>', most)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** A member's nth newest notice. */
export function findNth(db: Db, userId: number, n: number): Promise<Place | undefined> {
  return db
    .selectFrom('notices')
    .select(['createdAt', 'id'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .offset(n - 1)
    .limit(1)
    .executeTakeFirst();
}

async function deleteSome(trx: Trx, most: number, which: (notices: Notices) => Notices) {
  const { numDeletedRows } = await trx
    .deleteFrom('notices')
    .where('id', 'in', which(trx.selectFrom('notices')).select('id').limit(most))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
