import type { Trx } from '../../platform/db/schema.ts';
import { dropTicketsOf } from '../../platform/tickets/tickets.ts';
import { dropCodesOf } from '../wechat/clean-up.ts';
import { dropCode } from './mail-codes.queries.ts';

/**
 * Ends what was handed out for an account under its old password, mailbox or role: reset links, codes by mail, logins and
 * bindings under way. Sessions are another matter: see endSessions.
 */
export async function dropSecrets(trx: Trx, { id, email }: { id: number; email: string | null }) {
  await dropTicketsOf(trx, id);
  await dropCodesOf(trx, id);
  if (email) await dropCode(trx, email);
}
