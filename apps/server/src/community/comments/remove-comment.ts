import { Failure } from '@mojian/contract/platform/failures';
import { type Recording, recordingOf } from '../../core/audit/audit.ts';
import { requireRankOver } from '../../core/moderation/rank.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { settleReportsOf } from '../reports/settle-reports.ts';
import { disappear, untell } from './appear.ts';
import { findOwner } from './comment-target.ts';
import { isModerator, maySeeHeld } from './comments.policy.ts';
import { findComment, type Row } from './comments.queries.ts';
import { blankOrDelete, listWritten, markRemoved } from './writing.queries.ts';

/**
 * The same for who reads it on its page: removing another's is written down, and the back office can bring it back.
 * @throws Failure as removeComment and requireRankOver.
 */
export async function removeAsReader(db: Db, viewer: Viewer, id: number) {
  const comment = await findComment(db, id);
  if (!comment || comment.authorId === viewer.id || !isModerator(viewer)) return removeComment(db, viewer, id);
  await requireRankOver(db, viewer, 'comment', id);
  await removeComment(db, viewer, id, await recordingOf(db, viewer, { act: 'comments.remove', kind: 'comment', id }));
}

/**
 * Removes a comment of one's own, or, as one of the staff, anyone's. Under it replies may stay.
 * @throws Failure not-found for what never was, is removed already, or is held and another's; not-allowed for another's.
 */
export function removeComment(db: Db, viewer: Viewer, id: number, record?: Recording) {
  return db.transaction().execute(async (trx) => {
    await remove(trx, viewer, id);
    await record?.(trx);
  });
}

async function remove(trx: Trx, viewer: Viewer, id: number) {
  const comment = await findComment(trx, id);
  const isSeen = comment && comment.removedAt === null && (comment.state === 'shown' || maySeeHeld(viewer, comment));
  if (!isSeen) throw isNotThere();
  if (!maySeeHeld(viewer, comment)) throw new Failure('not-allowed', '只能删除自己的评论');
  if (!(await takeAway(trx, id, comment.authorId === viewer.id ? 'author' : 'staff'))) throw isNotThere();
}

/**
 * Erases so many of the comments of a member who leaves: no word of theirs stays, but the place of what was answered.
 * Returns how many there were.
 */
export async function eraseComments(trx: Trx, authorId: number, most: number) {
  const ids = await listWritten(trx, authorId, most);
  for (const id of ids) await takeAway(trx, id, 'author');
  if (ids.length > 0) await blankOrDelete(trx, ids);
  return ids.length;
}

async function takeAway(trx: Trx, id: number, by: 'staff' | 'author'): Promise<Row | undefined> {
  const comment = await markRemoved(trx, id, by);
  if (!comment) return undefined;
  await settleReportsOf(trx, 'commentId', id);
  const owner = await findOwner(trx, comment);
  // what an edit brought under review had been told of
  await (comment.state === 'shown' ? disappear(trx, owner, comment) : untell(trx, owner, comment));
  return comment;
}

function isNotThere() {
  return new Failure('not-found', '评论不存在或已被删除', 'id');
}
