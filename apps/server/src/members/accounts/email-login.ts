import { Failure } from '@mojian/contract/platform/failures';
import { isOutdated, matchesHash, slowHash } from '../../core/identity/passwords.ts';
import { signIn } from '../../core/sessions/sessions.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { findApplicant, notApproved } from '../registration/applicants.ts';
import { findByEmail, replaceHash } from './accounts.queries.ts';
import { beginAttempt } from './login-attempts.ts';

type Login = { email: string; password: string; captcha?: string | undefined };

/**
 * Logs in by e-mail and password. Whether there is such an account, nobody learns from the answer or its time.
 * @throws Failure not-approved for who applied and waits, wrong-login, captcha-needed or too-many-requests.
 */
export async function logInByPassword(db: Db, { email, password, captcha }: Login, caller: Caller) {
  const attempt = await beginAttempt(db, { account: email, address: caller.address, captcha });
  const user = await findByEmail(db, email);
  const applicant = user ? undefined : await findApplicant(db, email);
  const isRight = await matchesHash(user?.passwordHash ?? applicant?.passwordHash ?? null, password);
  if (applicant && isRight) {
    await attempt.succeeded();
    throw notApproved(applicant);
  }
  if (!user?.passwordHash || !isRight) {
    await attempt.failed();
    throw new Failure('wrong-login');
  }
  await attempt.succeeded();
  if (await isOutdated(user.passwordHash)) await replaceHash(db, user.id, user.passwordHash, await slowHash(password));
  return signIn(db, { userId: user.id, way: 'password', caller });
}
