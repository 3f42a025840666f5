import { Failure } from '@mojian/contract/platform/failures';
import { lockMember } from '../../core/identity/accounts.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { countWaysIn } from './accounts.queries.ts';

/**
 * Runs in the transaction that removed a login method. E-mail, social logins, WeChat and passkeys count.
 * @throws Failure not-allowed when none is left; the transaction must then fail.
 */
export async function requireWayIn(trx: Trx, userId: number) {
  await lockMember(trx, userId);
  if ((await countWaysIn(trx, userId)) === 0)
    throw new Failure('not-allowed', '这是最后一种登录方式，先添加另一种再来解除');
}
