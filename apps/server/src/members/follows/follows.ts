import type { Person } from '@mojian/contract/members/follows';
import { Failure } from '@mojian/contract/platform/failures';
import type { Page, PageQuery } from '@mojian/contract/platform/fields';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { isHeard } from '../../core/blocks/blocks.ts';
import { requireMember } from '../../core/identity/accounts.ts';
import { notify, withdrawNotice } from '../../core/notices/notify.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { findPage } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';

/** Follows a member and notifies them. Following again changes nothing. */
export function follow(db: Db, viewer: Viewer, userId: number) {
  if (userId === viewer.id) throw new Failure('invalid-input', '不能关注自己', 'userId');
  const follow = { followerId: viewer.id, followedId: userId };
  return db.transaction().execute(async (trx) => {
    await requireMember(trx, userId, 'userId');
    if (!(await insertFollow(trx, follow))) return;
    await notify(trx, { ...noticeOf(follow), title: '', text: '', link: '/user?tab=fans' });
    await dropPages(trx, follow);
  });
}

/** Unfollows a member and withdraws the notice. Unfollowing again changes nothing. */
export function unfollow(db: Db, viewer: Viewer, userId: number) {
  const follow = { followerId: viewer.id, followedId: userId };
  return db.transaction().execute(async (trx) => {
    await requireMember(trx, userId, 'userId');
    if (!(await deleteFollow(trx, follow))) return;
    await withdrawNotice(trx, noticeOf(follow));
    await dropPages(trx, follow);
  });
}

/** Lists the people a member follows, or their fans, newest first. */
export async function listFollowedOrFans(
  db: Db,
  viewer: Viewer | null,
  { userId, kind, ...page }: PageQuery & { userId: number; kind: Kind },
): Promise<Page<Person>> {
  await requireMember(db, userId, 'userId');
  return findPage(page, {
    list: (slice) => selectPeople(db, { kind, userId, viewerId: viewer?.id ?? null }, slice),
    count: () => countPeople(db, { kind, userId }),
    present: ({ followedId, ...person }) => ({ ...person, followed: followedId !== null }),
  });
}

function noticeOf({ followerId, followedId }: Follow) {
  return { userId: followedId, kind: noticeKinds.follow, actorId: followerId, subject: 'fans' };
}

function dropPages(trx: Trx, { followerId, followedId }: Follow) {
  return enqueue(trx, 'drop-pages', { tags: [`user:${followerId}`, `user:${followedId}`] });
}

type Follow = { followerId: number; followedId: number };

/** False when it existed already. */
async function insertFollow(trx: Trx, follow: Follow) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('follows')
    .values({ ...follow, createdAt: Date.now() })
    .onConflict((known) => known.columns(['followerId', 'followedId']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** False when there was none. */
async function deleteFollow(trx: Trx, { followerId, followedId }: Follow) {
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

type Kind = keyof typeof ends;

/** Selects people with `followedId` null where the viewer does not follow them. */
function selectPeople(
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
    .$if(viewerId !== null, (rows) => rows.where(isHeard(viewerId ?? 0, 'users.id')))
    .orderBy('follows.createdAt', 'desc')
    .orderBy(`follows.${other}`, 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

async function countPeople(db: Db, { kind, userId }: { kind: Kind; userId: number }) {
  const counts = await db.selectFrom('followCounts').select(kind).where('userId', '=', userId).executeTakeFirst();
  return counts?.[kind] ?? 0;
}
