import { Failure } from '@mojian/contract/platform/failures';
import type { Recording } from '../../core/audit/audit.ts';
import type { Db } from '../../platform/db/schema.ts';
import { appear } from './appear.ts';
import { findOwner } from './comment-target.ts';
import { markRestored } from './writing.queries.ts';

/**
 * Brings back what the staff removed, as it was: shown, or held.
 * @throws Failure not-found for what is there or its author took away; gone when what it answers is not there any more.
 */
export function restoreComment(db: Db, id: number, record?: Recording) {
  return db.transaction().execute(async (trx) => {
    const comment = await markRestored(trx, id);
    if (!comment) throw new Failure('not-found', '只能恢复管理员删除的评论', 'id');
    if (comment.state === 'shown') await appear(trx, await findOwner(trx, comment), comment);
    await record?.(trx);
  });
}
