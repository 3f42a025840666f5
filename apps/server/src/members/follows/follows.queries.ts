import type { Db, Trx } from '../../platform/db/schema.ts';

type Follow = { followerId: number; followedId: number };

/** Whether it is new. */
export async function insertFollow(trx: Trx, follow: Follow) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('follows')
    .values({ ...follow, createdAt: Date.now() })
    .onConflict((known) => known.columns(['followerId', 'followedId']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** Whether there was one. */
export async function deleteFollow(trx: Trx, { followerId, followedId }: Follow) {
  const { numDeletedRows } = await trx
    .deleteFrom('follows')
    .where('followerId', '=', followerId)
    .where('followedId', '=', followedId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) > 0;
}

/** Which end of a follow is the one asked about, and which the one listed. */
const ends = {
  follows: { own: 'followerId', other: 'followedId' },
  fans: { own: 'followedId', other: 'followerId' },
} as const;

export type Kind = keyof typeof ends;

/** The people a member follows or is followed by, newest first, and whether the viewer follows each. */
export function listPeople(
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

export async function countPeople(db: Db, { kind, userId }: { kind: Kind; userId: number }) {
  const { total } = await db
    .selectFrom('follows')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(ends[kind].own, '=', userId)
    .executeTakeFirstOrThrow();
  return total;
}
