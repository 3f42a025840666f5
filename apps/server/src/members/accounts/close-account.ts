import { findAccount } from '../../core/identity/accounts.ts';
import { confirmPassword } from '../../core/identity/passwords.ts';
import { endSessions } from '../../core/sessions/sessions.ts';
import { dayLength } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { postLetter } from '../../platform/mail/mails.ts';
import { accountClosedLetter } from './account-letters.ts';
import { updateUser } from './accounts.queries.ts';
import { dropSecrets } from './drop-secrets.ts';
import { requireOwner } from './owners.ts';

const daysToComeBack = 14;

type Closing = { password: string; writings: 'keep' | 'remove' };

/**
 * Closes the viewer's account and ends all its sessions. Logging in within two weeks opens it again: see signIn.
 * @throws Failure as confirmPassword, and not-allowed for the last owner, without whom there is no site.
 */
export async function closeAccount(db: Db, viewer: Viewer, { password, writings }: Closing) {
  const user = await confirmPassword(db, viewer, password);
  const closesAt = Date.now() + daysToComeBack * dayLength;
  await db.transaction().execute(async (trx) => {
    await updateUser(trx, user.id, { closesAt, keepWritings: writings === 'keep' ? 1 : 0 });
    // asked once more: somebody may have made them the owner since
    if ((await findAccount(trx, user.id))?.role === 'owner') await requireOwner(trx);
    await dropSecrets(trx, user);
    await endSessions(trx, user.id);
    if (user.email) await postLetter(trx, accountClosedLetter(user.email, user.nickname, closesAt));
  });
}
