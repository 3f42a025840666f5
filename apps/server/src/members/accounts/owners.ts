import { Failure } from '@mojian/contract/platform/failures';
import { lockMember } from '../../core/identity/accounts.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { countOwners, findFirstUser } from './staff-acts.queries.ts';

/**
 * Called in the transaction that has just taken an owner away (closed, disabled, demoted, merged), so that the site
 * always has one who can log in: of two at once the second finds the first done.
 * @throws Failure not-allowed when none is left; the transaction must then fail.
 */
export async function requireOwner(trx: Trx) {
  await lockMember(trx, await findFirstUser(trx));
  if ((await countOwners(trx, Date.now())) === 0)
    throw new Failure('not-allowed', '这是最后一位站长，请先把站长交给另一个账号');
}
