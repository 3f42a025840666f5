import { Failure } from '@mojian/contract/platform/failures';
import { confirmPassword, slowHash } from '../../core/identity/passwords.ts';
import { endSessions } from '../../core/sessions/sessions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { postLetter } from '../../platform/mail/mails.ts';
import { passwordChangedLetter } from './account-letters.ts';
import { updateUser } from './accounts.queries.ts';
import { findProven } from './code-login.ts';
import { dropSecrets } from './drop-secrets.ts';
import { burnCode, proveMailbox } from './mail-codes.ts';
import { requireStrongPassword } from './strong-password.ts';

type Forgotten = { email: string; password: string; code: string };
type Account = { id: number; email: string | null; nickname: string };

/** Sets another password for who reads the mailbox, and ends all sessions: one of them may be a thief's. */
export async function resetPassword(db: Db, { email, password, code }: Forgotten) {
  requireStrongPassword(password, { email });
  const proof = await proveMailbox(db, email, code);
  const user = await findProven(db, proof);
  if (user.role === 'demo') throw new Failure('not-allowed', '演示模式，不允许操作');
  requireStrongPassword(password, user);
  const passwordHash = await slowHash(password);
  await db.transaction().execute(async (trx) => {
    await burnCode(trx, proof);
    await setPassword(trx, user, passwordHash);
  });
}

/** Sets a member's own password and ends all sessions but theirs. @throws Failure as confirmPassword, or for a weak one. */
export async function changePassword(
  db: Db,
  viewer: Viewer,
  { present, password }: Record<'present' | 'password', string>,
) {
  const user = await confirmPassword(db, viewer, present, 'present');
  requireStrongPassword(password, user);
  const passwordHash = await slowHash(password);
  await db.transaction().execute((trx) => setPassword(trx, user, passwordHash, viewer.sessionId));
}

/** Ends all sessions but `except` and whatever else opens the account, and says so by letter. */
export async function setPassword(trx: Trx, { id, email, nickname }: Account, passwordHash: string, except?: number) {
  await updateUser(trx, id, { passwordHash });
  await dropSecrets(trx, { id, email });
  await endSessions(trx, id, except === undefined ? {} : { except });
  if (email) await postLetter(trx, passwordChangedLetter(email, nickname));
}
