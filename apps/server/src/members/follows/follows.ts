import type { Person } from '@mojian/contract/members/follows';
import { Failure } from '@mojian/contract/platform/failures';
import type { Page, PageQuery } from '@mojian/contract/platform/fields';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { requireMember } from '../../core/identity/accounts.ts';
import { notify, withdrawNotice } from '../../core/notices/notify.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import * as queries from './follows.queries.ts';

/** Has the viewer follow a member. Following again changes nothing. */
export async function follow(db: Db, viewer: Viewer, userId: number) {
  if (userId === viewer.id) throw new Failure('invalid-input', '不能关注自己', 'userId');
  await db.transaction().execute((trx) => begin(trx, { followerId: viewer.id, followedId: userId }));
}

/** Has the viewer follow a member no longer. One they do not follow is no error. */
export async function unfollow(db: Db, viewer: Viewer, userId: number) {
  await db.transaction().execute((trx) => end(trx, { followerId: viewer.id, followedId: userId }));
}

/** A page of the people a member follows, or of their fans, newest first. */
export async function listPeople(
  db: Db,
  viewer: Viewer | null,
  { userId, kind, ...page }: PageQuery & { userId: number; kind: queries.Kind },
): Promise<Page<Person>> {
  await requireMember(db, userId, 'userId');
  const [rows, total] = await Promise.all([
    queries.listPeople(db, { kind, userId, viewerId: viewer?.id ?? null }, sliceOf(page)),
    queries.countPeople(db, { kind, userId }),
  ]);
  const records = rows.map(({ followedId, ...person }) => ({ ...person, followed: followedId !== null }));
  return inPages(records, total, page);
}

type Follow = { followerId: number; followedId: number };

async function begin(trx: Trx, follow: Follow) {
  await requireMember(trx, follow.followedId, 'userId');
  if (!(await queries.insertFollow(trx, follow))) return;
  await notify(trx, { ...noticeOf(follow), title: '', text: '', link: '/user?tab=fans' });
  await dropPages(trx, follow);
}

async function end(trx: Trx, follow: Follow) {
  await requireMember(trx, follow.followedId, 'userId');
  if (!(await queries.deleteFollow(trx, follow))) return;
  await withdrawNotice(trx, noticeOf(follow));
  await dropPages(trx, follow);
}

function noticeOf({ followerId, followedId }: Follow) {
  return { userId: followedId, kind: noticeKinds.follow, actorId: followerId, subject: 'fans' };
}

/** Each shows the other, or counts them. */
function dropPages(trx: Trx, { followerId, followedId }: Follow) {
  return enqueue(trx, 'drop-pages', { tags: [`user:${followerId}`, `user:${followedId}`] });
}
