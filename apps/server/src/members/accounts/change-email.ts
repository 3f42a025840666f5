import { Failure } from '@mojian/contract/platform/failures';
import { confirmPassword, requireOpenSession } from '../../core/identity/passwords.ts';
import { updateUser } from '../../core/identity/user-rows.ts';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueueMail } from '../../platform/mail/mails.ts';
import { emailChangedMail } from './account-mails.ts';
import { refuseBarred } from './create-member.ts';
import { burnCode, dropSecrets, proveMailbox } from './mail-codes.ts';

type Change = { email: string; code: string; password: string };

/**
 * Adds or replaces the account's e-mail; the old mailbox is sent a warning. A taken address never merges accounts.
 * @throws Failure as `confirmPassword` and `requireOpenSession`, wrong-code, taken naming `email` or as `refuseBarred`; the code then stays valid.
 */
export async function changeEmail(db: Db, viewer: Viewer, { email, code, password }: Change) {
  const user = await confirmPassword(db, viewer, password);
  if (user.email === email) throw new Failure('already-done', '这已经是你的邮箱', 'email');
  const proof = await proveMailbox(db, email, code);
  try {
    await db.transaction().execute(async (trx) => {
      await requireOpenSession(trx, viewer);
      await refuseBarred(trx, email, viewer.id);
      await burnCode(trx, proof);
      await dropSecrets(trx, user);
      await updateUser(trx, user.id, { email });
      if (user.email) await enqueueMail(trx, emailChangedMail(user.email, user.nickname));
    });
  } catch (error) {
    throw isDuplicate(error) ? new Failure('taken', '这个邮箱已经是另一个账号的了', 'email') : error;
  }
}
