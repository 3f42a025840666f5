import type { Person } from '@mojian/contract/members/follows';
import { Failure } from '@mojian/contract/platform/failures';
import type { Page, PageQuery } from '@mojian/contract/platform/fields';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { requireMember } from '../../core/identity/accounts.ts';
import { notify, withdrawNotice } from '../../core/notices/notify.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { findPage } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import * as queries from './follows.queries.ts';

/** Follows a member and notifies them. Following again changes nothing. */
export function follow(db: Db, viewer: Viewer, userId: number) {
  if (userId === viewer.id) throw new Failure('invalid-input', '不能关注自己', 'userId');
  const follow = { followerId: viewer.id, followedId: userId };
  return db.transaction().execute(async (trx) => {
    await requireMember(trx, userId, 'userId');
    if (!(await queries.insertFollow(trx, follow))) return;
    await notify(trx, { ...noticeOf(follow), title: '', text: '', link: '/user?tab=fans' });
    await dropPages(trx, follow);
  });
}

/** Unfollows a member and withdraws the notice. Unfollowing again changes nothing. */
export function unfollow(db: Db, viewer: Viewer, userId: number) {
  const follow = { followerId: viewer.id, followedId: userId };
  return db.transaction().execute(async (trx) => {
    await requireMember(trx, userId, 'userId');
    if (!(await queries.deleteFollow(trx, follow))) return;
    await withdrawNotice(trx, noticeOf(follow));
    await dropPages(trx, follow);
  });
}

/** Lists the people a member follows, or their fans, newest first. */
export async function listPeople(
  db: Db,
  viewer: Viewer | null,
  { userId, kind, ...page }: PageQuery & { userId: number; kind: queries.Kind },
): Promise<Page<Person>> {
  await requireMember(db, userId, 'userId');
  return findPage(page, {
    list: (slice) => queries.selectPeople(db, { kind, userId, viewerId: viewer?.id ?? null }, slice),
    count: () => queries.countPeople(db, { kind, userId }),
    present: ({ followedId, ...person }) => ({ ...person, followed: followedId !== null }),
  });
}

function noticeOf({ followerId, followedId }: queries.Follow) {
  return { userId: followedId, kind: noticeKinds.follow, actorId: followerId, subject: 'fans' };
}

function dropPages(trx: Trx, { followerId, followedId }: queries.Follow) {
  return enqueue(trx, 'drop-pages', { tags: [`user:${followerId}`, `user:${followedId}`] });
}
