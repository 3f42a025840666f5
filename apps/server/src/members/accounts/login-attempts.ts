import { Failure } from '@mojian/contract/platform/failures';
import { requireSolution } from '../../core/captcha/captcha.ts';
import type { Db } from '../../platform/db/schema.ts';
import { addressKey, addTry, countTry, takeBackTry, triesSoFar } from '../../platform/limits/limits.ts';
import { hashOf } from '../../platform/tickets/tickets.ts';

/** Failures from one address: the fourth and later tries cost work, the twenty-first has to wait. */
const perAddress = { most: 20, seconds: 600 };
const calmFailures = 3;
/** Failures of one account from anywhere make a try cost work. Never more: nobody can lock another one out. */
const perAccount = { most: 30, seconds: 3600 };

type Attempt = { account: string; address: string; captcha: string | undefined };

/**
 * Counts a try before it is made, so that many at once are counted as many; success takes the count back.
 * @throws Failure captcha-needed or too-many-requests, before anything costly is done.
 */
export async function beginAttempt(db: Db, { account, address, captcha }: Attempt) {
  const ofAddress = `login:address:${addressKey(address)}`;
  const ofAccount = `login:account:${hashOf(account)}`; // hashed: people type their password into the wrong field

  const failures = await triesSoFar(db, ofAddress, perAddress);
  const isGuarded =
    failures >= calmFailures || (await triesSoFar(db, ofAccount, { seconds: perAccount.seconds })) >= perAccount.most;
  if (isGuarded) await requireSolution(db, captcha);
  const tries = await countTry(db, ofAddress, perAddress);
  if (tries > calmFailures && !isGuarded) throw new Failure('captcha-needed');

  return {
    failed: () => addTry(db, ofAccount, perAccount.seconds),
    // only its own try: or an attacker's own account would wipe out the failures at another's
    succeeded: () => takeBackTry(db, ofAddress),
  };
}
