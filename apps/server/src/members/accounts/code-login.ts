import { Failure } from '@mojian/contract/platform/failures';
import { signIn } from '../../core/sessions/sessions.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { findApplicant, notApproved } from '../registration/applicants.ts';
import { findByEmail } from './accounts.queries.ts';
import { burnCode, type MailboxProof, proveMailbox } from './mail-codes.ts';

/** Logs in by a code sent to the mailbox. @throws Failure wrong-code; not-found, and the code stays good to register. */
export async function logInByCode(db: Db, { email, code }: { email: string; code: string }, caller: Caller) {
  const proof = await proveMailbox(db, email, code);
  const user = await findProven(db, proof);
  await db.transaction().execute((trx) => burnCode(trx, proof));
  return signIn(db, { userId: user.id, way: 'code', caller });
}

/** The account of a mailbox. Only its reader is told that there is none. @throws Failure not-found naming `email`. */
export async function findProven(db: Db, { email }: MailboxProof) {
  const user = await findByEmail(db, email);
  const applicant = user ? undefined : await findApplicant(db, email);
  if (applicant) throw notApproved(applicant);
  if (!user) throw new Failure('not-found', '这个邮箱还没有注册，请先注册', 'email');
  return user;
}
