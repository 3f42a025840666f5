import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { type Merge, table } from '../../platform/db/table.ts';

export const follows = table('follows', {
  columns: { followerId: 'archive', followedId: 'archive', createdAt: 'archive' },
  archive: { file: 'follows.json', about: '关注的人与粉丝', rows: listBoth },
  members: {
    followerId: { onMerge: 'stay', onClose: 'delete' },
    followedId: { onMerge: moveFans, onClose: 'delete' },
  },
});

/** Moves followers of a member, but those already following, and those whom a block keeps apart. */
async function moveFans(trx: Trx, { from, into, isGuest }: Merge) {
  if (isGuest) return; // nobody follows a guest
  await sql`update follows set "followedId" = ${into} where "followedId" = ${from} and "followerId" <> ${into}
    and "followerId" not in (select "followerId" from follows where "followedId" = ${into})
    and "followerId" not in (select "blockedId" from blocks where "userId" = ${into})
    and "followerId" not in (select "userId" from blocks where "blockedId" = ${into})`.execute(trx);
}

async function listBoth(db: Db, userId: number) {
  return { follows: await listPeople(db, userId, 'followerId'), fans: await listPeople(db, userId, 'followedId') };
}

function listPeople(db: Db, userId: number, own: 'followerId' | 'followedId') {
  return db
    .selectFrom('follows')
    .innerJoin('users', 'users.id', own === 'followerId' ? 'follows.followedId' : 'follows.followerId')
    .select(['users.id', 'users.nickname', 'follows.createdAt'])
    .where(`follows.${own}`, '=', userId)
    .orderBy('follows.createdAt')
    .orderBy('users.id')
    .execute();
}

/** Counts the followers that a merge may move. */
export async function countFans(trx: Trx, { from, into }: Merge) {
  const fans = trx.selectFrom('follows').where('followedId', '=', from).where('followerId', '<>', into);
  const { total } = await fans.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}
