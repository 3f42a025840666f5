import { Failure } from '@mojian/contract/platform/failures';
import type { Recording } from '../../core/audit/audit.ts';
import { hidden } from '../../core/moderation/judge.ts';
import type { Db } from '../../platform/db/schema.ts';
import { disappear } from './appear.ts';
import { findOwner } from './comment-target.ts';
import { markHeld } from './writing.queries.ts';

/**
 * Hides a comment from all but its author and the staff; released, it is back.
 * @throws Failure not-found for one that is not shown; not-allowed for one others answered: their words would go with it.
 */
export function holdComment(db: Db, id: number, record?: Recording) {
  return db.transaction().execute(async (trx) => {
    const comment = await markHeld(trx, id, hidden);
    if (!comment) throw new Failure('not-found', '没有正在显示的这条评论', 'id');
    if (comment.parentId === null && comment.replies > 0) throw new Failure('not-allowed', hasReplies, 'id');
    await disappear(trx, await findOwner(trx, comment), comment);
    await record?.(trx);
  });
}

const hasReplies = '下面有人回复，不能隐藏；删除会留下它的位置';
