import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Failure } from '@mojian/contract/failures';
import type { Db, Trx } from '../db/schema.ts';
import { forgetToken, keepToken, ownerHasPassword, readTokenHash, updateOwner } from './setup.queries.ts';

type Account = { nickname?: string; email: string; password: string };

/**
 * Opens the one-time set-up while the owner has no password, and returns its token; only the token's hash is kept, and
 * each start replaces it. With `account` from the environment the owner is made at once.
 * @returns undefined when the set-up is closed.
 */
export async function openSetup(db: Db, account: { email?: string | undefined; password?: string | undefined }) {
  if (await ownerHasPassword(db)) return undefined;
  if (account.email && account.password) {
    await claim(db, { email: account.email, password: account.password });
    return undefined;
  }
  const token = randomBytes(32).toString('base64url');
  await keepToken(db, hash(token));
  return token;
}

/** Makes the owner's account with the token of the printed link. Works once; the link is dead afterwards. */
export async function claimSite(db: Db, token: string, account: Account) {
  if (await ownerHasPassword(db)) throw new Failure('already-done', '站长账号已经设好，这个链接不再有效');
  const kept = await readTokenHash(db);
  if (!kept || !timingSafeEqual(Buffer.from(kept), Buffer.from(hash(token))))
    throw new Failure('not-allowed', '链接无效，请用启动时打印的最新链接');
  await claim(db, account);
}

async function claim(db: Db, { nickname, email, password }: Account) {
  const { hash: hashPassword } = await import('@node-rs/argon2');
  const passwordHash = await hashPassword(password); // argon2id, 19 MiB: the library's default
  await db.transaction().execute((trx) => close(trx, { ...(nickname && { nickname }), email, passwordHash }));
}

async function close(trx: Trx, owner: { nickname?: string; email: string; passwordHash: string }) {
  if (await ownerHasPassword(trx)) throw new Failure('already-done', '站长账号已经设好，这个链接不再有效');
  await updateOwner(trx, owner);
  await forgetToken(trx);
}

function hash(token: string) {
  return createHash('sha256').update(token).digest('hex');
}
