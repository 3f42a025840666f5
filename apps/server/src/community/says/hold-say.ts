import { Failure } from '@mojian/contract/platform/failures';
import type { Recording } from '../../core/audit/audit.ts';
import { hidden } from '../../core/moderation/judge.ts';
import type { Db } from '../../platform/db/schema.ts';
import { tellOfSay } from './tell-of-say.ts';
import { markHeld } from './writing.queries.ts';

/**
 * Hides a say from all but its author; released, it is back.
 * @throws Failure not-found for one that is not shown.
 */
export function holdSay(db: Db, id: number, record?: Recording) {
  return db.transaction().execute(async (trx) => {
    const say = await markHeld(trx, id, hidden);
    if (!say) throw new Failure('not-found', '没有正在显示的这条说说', 'id');
    await tellOfSay(trx, say, 'say-gone');
    await record?.(trx);
  });
}
