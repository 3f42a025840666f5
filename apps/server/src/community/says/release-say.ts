import { Failure } from '@mojian/contract/platform/failures';
import type { Recording } from '../../core/audit/audit.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { tellOfSay } from './tell-of-say.ts';
import { markShown } from './writing.queries.ts';

/**
 * Shows a held say to all, and tells of it. Who may decide so is the caller's to know.
 * @throws Failure not-found for one that is not held.
 */
export function releaseSay(db: Db, id: number, record?: Recording) {
  return db.transaction().execute(async (trx) => {
    await release(trx, id);
    await record?.(trx);
  });
}

async function release(trx: Trx, id: number) {
  const say = await markShown(trx, id);
  if (!say) throw new Failure('not-found', '没有等待审核的这条说说', 'id');
  await tellOfSay(trx, say, 'say');
}
