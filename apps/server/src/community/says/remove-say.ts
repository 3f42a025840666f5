import { may } from '@mojian/contract/core/permissions';
import { Failure } from '@mojian/contract/platform/failures';
import { type Recording, recordingOf } from '../../core/audit/audit.ts';
import { forgetLikes } from '../../core/likes/likes.ts';
import { requireRankOver } from '../../core/moderation/rank.ts';
import { forgetNotices } from '../../core/notices/notify.ts';
import { lockForRemoval } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { tell } from '../../platform/stream/hub.ts';
import { findSeen, isGone } from './find-say.ts';
import { holdSay } from './hold-say.ts';
import { subjectOf } from './say-link.ts';
import { deleteCommentsOf, deleteSays, listOwnIds } from './writing.queries.ts';

/**
 * Removes a say of one's own for good. Another's is hidden by the staff, which may show it again, and that is written down.
 * @throws Failure not-found for what may not be seen; not-allowed for another's, and as requireRankOver.
 */
export async function removeOrHide(db: Db, viewer: Viewer, id: number) {
  const say = await findSeen(db, viewer, id);
  if (say.authorId === viewer.id) return removeSay(db, viewer, id);
  if (!may(viewer.role, 'says.moderate')) throw new Failure('not-allowed', '只能删除自己的说说');
  await requireRankOver(db, viewer, 'say', id);
  await holdSay(db, id, await recordingOf(db, viewer, { act: 'says.hold', kind: 'say', id }));
}

/**
 * Removes a say of one's own, or, as one who moderates, anyone's, for good. Their rank is the caller's to look at.
 * @throws Failure not-found for what may not be seen; not-allowed for another's.
 */
export function removeSay(db: Db, viewer: Viewer, id: number, record?: Recording) {
  return db.transaction().execute(async (trx) => {
    const say = await findSeen(trx, viewer, id);
    if (say.authorId !== viewer.id && !may(viewer.role, 'says.moderate'))
      throw new Failure('not-allowed', '只能删除自己的说说');
    if ((await erase(trx, [id])) === 0) throw isGone();
    await record?.(trx);
  });
}

/** Erases so many of a member's says, or of those nobody else ever saw, and returns how many there were. */
export async function eraseSays(trx: Trx, authorId: number, which: 'all' | 'unseen', most: number) {
  return erase(trx, await listOwnIds(trx, authorId, which, most));
}

/**
 * With everything that hangs on them: comments, reports, likes, notices. Their pictures stay their author's files. Likes
 * go last: who likes something at this moment waits for the say, and then finds it gone.
 */
async function erase(trx: Trx, ids: number[]) {
  if (ids.length === 0) return 0;
  await lockForRemoval(trx, 'says', ids);
  const comments = await deleteCommentsOf(trx, ids);
  const erased = await deleteSays(trx, ids);
  await forgetLikes(trx, 'comment', comments);
  await forgetLikes(trx, 'say', ids);
  await forgetNotices(trx, [...ids.map(subjectOf), ...comments.map((comment) => `comment:${comment}`)]);
  await tell(trx, ...ids.map((id) => ({ topic: 'says', type: 'say-gone', id })));
  await enqueue(trx, 'drop-pages', { tags: ['says', ...ids.map((id) => `comments:say:${id}`)] });
  return erased.length;
}
