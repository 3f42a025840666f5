import type { Way } from '@mojian/contract/core/sessions';
import { Failure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { issueTicket, secretHash, takeTicket } from '../../platform/tickets/tickets.ts';
import { signIn } from './sessions.ts';

const kind = { name: 'handover', seconds: 60 };

type Handover = { userId: number; way: Way };
/** `nonceHash`: of the secret stored in the browser that may redeem it. */
type StoredHandover = Handover & { nonceHash?: string };

/**
 * Issues a token for an address, valid for one minute and one exchange.
 * @param nonce secret of the browser that began the login, so that the address logs in nobody else
 */
export function issueHandover(db: Db, handover: Handover, nonce?: string) {
  const stored: StoredHandover = { ...handover, ...(nonce !== undefined && { nonceHash: secretHash(nonce) }) };
  return issueTicket(db, kind, stored, { userId: handover.userId });
}

/**
 * Exchanges it for a session; undefined for an invalid or expired token.
 * @throws Failure not-allowed in another browser, and as `signIn`; the token is consumed then
 */
export async function takeHandover(db: Db, { token, nonce }: { token: string; nonce: string }, caller: Caller) {
  const stored = await takeTicket<StoredHandover>(db, kind, token);
  if (!stored) return undefined;
  const { nonceHash, ...handover } = stored;
  if (nonceHash !== undefined && nonceHash !== secretHash(nonce))
    throw new Failure('not-allowed', '这次登录是在另一个浏览器里开始的，请回到那里，或者在这里重新登录');
  return signIn(db, { ...handover, caller });
}
