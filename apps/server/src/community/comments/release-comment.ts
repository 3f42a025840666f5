import { Failure } from '@mojian/contract/platform/failures';
import type { Recording } from '../../core/audit/audit.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { appear } from './appear.ts';
import { findOwner } from './comment-target.ts';
import { markShown } from './writing.queries.ts';

/**
 * Shows a held comment to all: now it counts, and now it is told of. Who may decide so is the caller's to know.
 * @throws Failure not-found for one that is not held; gone when what it answers was removed meanwhile.
 */
export function releaseComment(db: Db, id: number, record?: Recording) {
  return db.transaction().execute(async (trx) => {
    await release(trx, id);
    await record?.(trx);
  });
}

async function release(trx: Trx, id: number) {
  const comment = await markShown(trx, id);
  if (!comment) throw new Failure('not-found', '没有等待审核的这条评论', 'id');
  await appear(trx, await findOwner(trx, comment), comment);
}
