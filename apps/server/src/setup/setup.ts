import { timingSafeEqual } from 'node:crypto';
import { spellEmail } from '@mojian/contract/email';
import { Failure } from '@mojian/contract/failures';
import { checkNickname } from '../accounts/nickname.ts';
import { slowHash } from '../accounts/slow-hash.ts';
import { requireStrongPassword } from '../accounts/strong-password.ts';
import { isDuplicate } from '../db/dialect.ts';
import type { Db, Trx } from '../db/schema.ts';
import { hashOf, newSecret } from '../tickets/tickets.ts';
import { forgetToken, isTaken, keepToken, ownerHasPassword, readTokenHash, updateOwner } from './setup.queries.ts';

type Account = { nickname?: string; email: string; password: string };

/**
 * Opens the one-time set-up while the owner has no password, and returns its token; only the token's hash is kept, and
 * each start replaces it. With `account` from the environment the owner is made at once.
 * @returns undefined when the set-up is closed.
 */
export async function openSetup(db: Db, account: { email?: string | undefined; password?: string | undefined }) {
  if (await ownerHasPassword(db)) return undefined;
  if (account.email && account.password) {
    await claim(db, { email: spellEmail(account.email), password: account.password });
    return undefined;
  }
  const token = newSecret();
  await keepToken(db, hashOf(token));
  return token;
}

/** Makes the owner's account with the token of the printed link. Works once; the link is dead afterwards. */
export async function claimSite(db: Db, token: string, account: Account) {
  if (await ownerHasPassword(db)) throw new Failure('already-done', '站长账号已经设好，这个链接不再有效');
  const kept = await readTokenHash(db);
  if (!kept || !timingSafeEqual(Buffer.from(kept), Buffer.from(hashOf(token))))
    throw new Failure('not-allowed', '链接无效，请用启动时打印的最新链接');
  await claim(db, account);
}

async function claim(db: Db, { nickname, email, password }: Account) {
  const names = nickname === undefined ? {} : { nickname, nicknameKey: checkNickname(nickname, 'owner') };
  requireStrongPassword(password, { email, ...names });
  const owner = { ...names, email, passwordHash: await slowHash(password) };
  try {
    await db.transaction().execute((trx) => close(trx, owner));
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const field = (await isTaken(db, email)) ? 'email' : 'nickname';
    throw new Failure('taken', undefined, field);
  }
}

async function close(trx: Trx, owner: Parameters<typeof updateOwner>[1]) {
  if (await ownerHasPassword(trx)) throw new Failure('already-done', '站长账号已经设好，这个链接不再有效');
  await updateOwner(trx, owner);
  await forgetToken(trx);
}
