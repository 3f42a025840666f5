import type { Trx } from '../../platform/db/schema.ts';
import { findOwner, type Target } from './comment-target.ts';
import { findComment } from './comments.queries.ts';
import { countPublished, uncount } from './publish-comment.ts';
import { hasReplies, insertComment, type NewComment, removeRow } from './writing.queries.ts';

/** Stores a comment written on another site: it is counted as any other, but nobody is notified. */
export async function storeForeignComment(trx: Trx, target: Pick<Target, 'kind' | 'id'>, comment: NewComment) {
  const id = (await insertComment(trx, { ...comment, sendKey: null })) ?? 0;
  const { parentId = null, replyToId = null, state = 'shown', removedAt } = comment;
  if (state === 'shown' && removedAt === null) await countPublished(trx, target, { parentId, replyToId });
  return id;
}

/** Deletes a stored comment with its counts; false, changing nothing, once something answers it. */
export async function deleteForeignComment(trx: Trx, id: number) {
  const comment = await findComment(trx, id);
  if (!comment) return true;
  if (await hasReplies(trx, id)) return false;
  if (comment.state === 'shown' && comment.removedAt === null)
    await uncount(trx, await findOwner(trx, comment), comment);
  await removeRow(trx, id);
  return true;
}
