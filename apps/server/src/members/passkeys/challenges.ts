import { Failure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import { issueTicket, takeTicket } from '../../platform/tickets/tickets.ts';
import type { WebAuthn } from './web-authn.ts';

export const challengeSeconds = 300;

/** Random bytes that an authenticator has to sign within five minutes, once. `purpose` says for what, and for whom. */
export async function issueChallenge(db: Db, purpose: string, userId?: number) {
  const secret = await issueTicket(db, kindOf(purpose), {}, { userId });
  return new Uint8Array(Buffer.from(secret, 'base64url'));
}

/**
 * Uses up the challenge that a response answers and returns it, in base64url.
 * @throws Failure invalid-input for one that was never issued for this, has been used, or is over.
 */
export async function takeChallenge(db: Db, purpose: string, response: WebAuthn) {
  const challenge = challengeIn(response);
  if (challenge === undefined || !(await takeTicket(db, kindOf(purpose), challenge)))
    throw new Failure('invalid-input', '这次验证已过期，请重试', 'response');
  return challenge;
}

function kindOf(purpose: string) {
  return { name: purpose, seconds: challengeSeconds };
}

function challengeIn({ response }: WebAuthn): string | undefined {
  try {
    const { clientDataJSON } = response as { clientDataJSON: string };
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
