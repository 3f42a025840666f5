import { Failure } from '@mojian/contract/platform/failures';
import { lockMember } from '../../core/identity/accounts.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { countWaysIn } from './ways-in.queries.ts';

/**
 * Called in the transaction that has just taken a way to log in away from a member, so that nobody shuts themselves out:
 * an e-mail counts, and every social login, WeChat scan and passkey.
 * @throws Failure not-allowed when none is left; the transaction must then fail.
 */
export async function requireWayIn(trx: Trx, userId: number) {
  await lockMember(trx, userId);
  if ((await countWaysIn(trx, userId)) === 0)
    throw new Failure('not-allowed', '这是最后一种登录方式，先添加另一种再来解除');
}
