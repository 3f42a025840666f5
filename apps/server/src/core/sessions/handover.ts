import type { Way } from '@mojian/contract/core/sessions';
import { Failure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { hashOf, issueTicket, takeTicket } from '../../platform/tickets/tickets.ts';
import { signIn } from './sessions.ts';

const kind = { name: 'handover', seconds: 60 };

type Handover = { userId: number; way: Way };
/** `nonceHash`: of what was left with the browser that may use it. */
type StoredHandover = Handover & { nonceHash?: string };

/**
 * A token that may travel in an address: it is good for one minute and for one exchange.
 * @param nonce what only the browser that began the login has: nobody else's is logged in by the address.
 */
export function issueHandover(db: Db, handover: Handover, nonce?: string) {
  const stored: StoredHandover = { ...handover, ...(nonce !== undefined && { nonceHash: hashOf(nonce) }) };
  return issueTicket(db, kind, stored, { userId: handover.userId });
}

/**
 * Exchanges it for a session, or gives nothing for a token that is no handover or no longer one.
 * @throws Failure not-allowed in another browser, and as signIn; it is used up then.
 */
export async function takeHandover(db: Db, { token, nonce }: { token: string; nonce: string }, caller: Caller) {
  const stored = await takeTicket<StoredHandover>(db, kind, token);
  if (!stored) return undefined;
  const { nonceHash, ...handover } = stored;
  if (nonceHash !== undefined && nonceHash !== hashOf(nonce))
    throw new Failure('not-allowed', '这次登录是在另一个浏览器里开始的，请回到那里，或者在这里重新登录');
  return signIn(db, { ...handover, caller });
}
