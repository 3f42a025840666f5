import { Failure } from '@mojian/contract/platform/failures';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { keepReport } from '../reports/reports.ts';
import { linkTo } from './comment-target.ts';
import { openingOf } from './comment-text.ts';
import { findSeen } from './like-comment.ts';

/**
 * Reports a comment to the staff. However often one member reports the same one, it counts once.
 * @throws Failure not-found for a comment not all may see; invalid-input for one's own.
 */
export function reportComment(db: Db, viewer: Viewer, report: { id: number; reason: string }) {
  return db.transaction().execute((trx) => write(trx, viewer, report));
}

async function write(trx: Trx, viewer: Viewer, { id, reason }: { id: number; reason: string }) {
  const { comment, target } = await findSeen(trx, viewer, id);
  if (comment.authorId === viewer.id) throw new Failure('invalid-input', '自己的评论可以直接删除', 'id');
  const reported = { text: openingOf(comment.html), link: linkTo(target, id) };
  await keepReport(trx, { commentId: id, reporterId: viewer.id, reason }, reported);
}
