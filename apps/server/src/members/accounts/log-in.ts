import { Failure } from '@mojian/contract/platform/failures';
import { requireSolution } from '../../core/captcha/captcha.ts';
import { findAccount } from '../../core/identity/accounts.ts';
import { isOutdated, matchesHash, slowHash } from '../../core/identity/passwords.ts';
import { replaceHash } from '../../core/identity/user-rows.ts';
import { signIn } from '../../core/sessions/sessions.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { addressKey, addTry, countTry, takeBackTry, triesSoFar } from '../../platform/limits/limits.ts';
import { secretHash } from '../../platform/tickets/tickets.ts';
import { findApplicant, notApproved } from '../registration/applications.ts';
import { findByEmail } from './accounts.queries.ts';
import { burnCode, type MailboxProof, proveMailbox } from './mail-codes.ts';

type Login = { email: string; password: string; captcha?: string | undefined };

/**
 * Logs in by e-mail and password. Neither the answer nor its time tells whether the account exists.
 * @throws Failure not-approved for an applicant, wrong-login, captcha-needed or too-many-requests.
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
  const passwordHash = await renewedHash(db, { id: user.id, passwordHash: user.passwordHash }, password);
  return signIn(db, { userId: user.id, way: 'password', caller, passwordHash });
}

type Account = { id: number; passwordHash: string };

/** Replaces a weaker hash and returns the present one. @throws Failure wrong-login when the password changed meanwhile. */
async function renewedHash(db: Db, { id, passwordHash }: Account, password: string) {
  if (!(await isOutdated(passwordHash))) return passwordHash;
  const renewed = await slowHash(password);
  if (await replaceHash(db, id, passwordHash, renewed)) return renewed;
  // a concurrent login may have renewed the hash of the same password
  const present = (await findAccount(db, id))?.passwordHash ?? null;
  if (present === null || !(await matchesHash(present, password))) throw new Failure('wrong-login');
  return present;
}

/** Logs in by a mailed code. @throws Failure wrong-code; not-found, and the code can still be used to register. */
export async function logInByCode(db: Db, { email, code }: { email: string; code: string }, caller: Caller) {
  const proof = await proveMailbox(db, email, code);
  const user = await findProven(db, proof);
  await db.transaction().execute((trx) => burnCode(trx, proof));
  return signIn(db, { userId: user.id, way: 'code', caller });
}

/** The account of a proven mailbox. @throws Failure not-found naming `email`. */
export async function findProven(db: Db, { email }: MailboxProof) {
  const user = await findByEmail(db, email);
  const applicant = user ? undefined : await findApplicant(db, email);
  if (applicant) throw notApproved(applicant);
  if (!user) throw new Failure('not-found', '这个邮箱还没有注册，请先注册', 'email');
  return user;
}

/** Failures per address: a captcha from the fourth try on, a pause after twenty. */
const perAddress = { most: 20, seconds: 600 };
const failuresBeforeCaptcha = 3;
/** Failures per account, from anywhere, before a captcha; never a lock, which strangers could cause. */
const perAccount = { most: 30, seconds: 3600 };

type Attempt = { account: string; address: string; captcha: string | undefined };

/**
 * Counts a try before it is made, so that concurrent tries all count; success takes the count back.
 * @throws Failure captcha-needed or too-many-requests, before anything costly is done.
 */
async function beginAttempt(db: Db, { account, address, captcha }: Attempt) {
  const addressCounter = `login:address:${addressKey(address)}`;
  const accountCounter = `login:account:${secretHash(account)}`; // people type passwords into the wrong field

  const failures = await triesSoFar(db, addressCounter, perAddress);
  const isGuarded =
    failures >= failuresBeforeCaptcha ||
    (await triesSoFar(db, accountCounter, { seconds: perAccount.seconds })) >= perAccount.most;
  if (isGuarded) await requireSolution(db, captcha);
  const tries = await countTry(db, addressCounter, perAddress);
  if (tries > failuresBeforeCaptcha && !isGuarded) throw new Failure('captcha-needed');

  return {
    failed: () => addTry(db, accountCounter, perAccount.seconds),
    // takes back this try only: a login to one's own account must not reset the failures at others
    succeeded: () => takeBackTry(db, addressCounter),
  };
}
