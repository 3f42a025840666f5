import { randomInt } from 'node:crypto';
import { Failure } from '@mojian/contract/platform/failures';
import { matchesHash, slowHash } from '../../core/identity/passwords.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import * as queries from './mail-codes.queries.ts';

/** How long a code is good, in milliseconds, and how often it may be tried. */
export const codeLifetime = 5 * 60_000;
const triesOfOne = 5;

/** That somebody reads this mailbox: whoever has it burns the code with what they do. */
export type MailboxProof = { email: string; hash: string };

/**
 * A code of six digits and the hash to keep of it. It is hashed like a password: a million quick hashes take a moment, and
 * a key kept beside them in the same database would be read along with them.
 */
export async function newCode() {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return { code, hash: await slowHash(code) };
}

/** Makes this the mailbox's code, in place of any before it. */
export function keepCode(trx: Trx, { email, hash }: MailboxProof) {
  const sentAt = Date.now();
  return queries.keepCode(trx, { email, hash, triesLeft: triesOfOne, sentAt, expiresAt: sentAt + codeLifetime });
}

/**
 * Compares a code with the one sent to a mailbox. A wrong one uses up a try; a right one stays good until it is burnt.
 * @throws Failure wrong-code for a wrong, old, used or tried-out one, or none.
 */
export async function proveMailbox(db: Db, email: string, code: string): Promise<MailboxProof> {
  const hash = await queries.takeTry(db, email, goodNow());
  if (!hash || !(await matchesHash(hash, code))) throw wrongCode();
  await queries.giveTryBack(db, email, hash);
  return { email, hash };
}

/** Burns the code within the transaction it is used for. @throws Failure wrong-code for the second of two who came. */
export async function burnCode(trx: Trx, { email, hash }: MailboxProof) {
  if (!(await queries.takeCode(trx, email, hash, goodNow()))) throw wrongCode();
}

/** When a good code expires: one that is good for longer was sent before the clock was set back. */
function goodNow(now = Date.now()) {
  return { after: now, until: now + codeLifetime + 60_000 };
}

export function dropOldCodes(db: Db, now = Date.now()) {
  return queries.deleteOldCodes(db, now);
}

function wrongCode() {
  return new Failure('wrong-code', undefined, 'code');
}
