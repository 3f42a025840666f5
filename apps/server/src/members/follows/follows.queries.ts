import { countRows } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

export type Follow = { followerId: number; followedId: number };

/** False when it existed already. */
export async function insertFollow(trx: Trx, follow: Follow) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('follows')
    .values({ ...follow, createdAt: Date.now() })
    .onConflict((known) => known.columns(['followerId', 'followedId']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** False when there was none. */
export async function deleteFollow(trx: Trx, { followerId, followedId }: Follow) {
  const { numDeletedRows } = await trx
    .deleteFrom('follows')
    .where('followerId', '=', followerId)
    .where('followedId', '=', followedId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) > 0;
}

/** The column that names the member, and the one that names the people listed. */
const ends = {
  follows: { own: 'followerId', other: 'followedId' },
  fans: { own: 'followedId', other: 'followerId' },
} as const;

export type Kind = keyof typeof ends;

/** Selects people with `followedId` null where the viewer does not follow them. */
export function selectPeople(
  db: Db,
  { kind, userId, viewerId }: { kind: Kind; userId: number; viewerId: number | null },
  { limit, offset }: { limit: number; offset: number },
) {
  const { own, other } = ends[kind];
  return db
    .selectFrom('follows')
    .innerJoin('users', 'users.id', `follows.${other}`)
    .leftJoin('follows as seen', (join) =>
      join.onRef('seen.followedId', '=', 'users.id').on('seen.followerId', '=', viewerId),
    )
    .select(['users.id', 'users.nickname', 'users.avatar', 'users.intro', 'seen.followedId'])
    .where(`follows.${own}`, '=', userId)
    .orderBy('follows.createdAt', 'desc')
    .orderBy(`follows.${other}`, 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countPeople(db: Db, { kind, userId }: { kind: Kind; userId: number }) {
  return countRows(db.selectFrom('follows').where(ends[kind].own, '=', userId));
}
