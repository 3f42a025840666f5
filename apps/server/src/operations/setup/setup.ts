import { timingSafeEqual } from 'node:crypto';
import { spellEmail } from '@mojian/contract/platform/email';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { rememberConfirmed, slowHash } from '../../core/identity/passwords.ts';
import { updateOwner } from '../../core/identity/user-rows.ts';
import { findViewer, signIn } from '../../core/sessions/sessions.ts';
import { loadSettings, saveSettings } from '../../core/settings/settings.ts';
import { requireStrongPassword } from '../../members/accounts/create-member.ts';
import { checkNickname } from '../../members/accounts/nickname.ts';
import type { Config } from '../../platform/config.ts';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { deleteValue, insertValue, readValue, writeValue } from '../../platform/db/stored-values.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { newSecret, secretHash } from '../../platform/tickets/tickets.ts';
import { nobody } from '../sample/owner.ts';
import { readSampleSite } from '../sample/sample-content.ts';
import { forgetRow } from '../sample/sample-rows.ts';
import * as queries from './setup.queries.ts';
import { begun, over } from './steps.ts';

type Account = { nickname?: string; email: string; password: string };

const used = () => new Failure('already-done', '站长账号已经设好，这个链接不再有效');

/**
 * Opens the one-time set-up while the site has no owner; stores only the token's hash, replaced at each start.
 * `account` from the environment creates the owner at once.
 * @returns the token, undefined when closed
 * @throws Error in Chinese for an unusable account
 */
export async function openSetup(db: Db, account: { email?: string | undefined; password?: string | undefined }) {
  if (await queries.isClaimed(db)) {
    await insertValue(db, queries.markValue, over()); // the mark was lost, or the site is older than it
    return undefined;
  }
  if (account.email && account.password) {
    await claimFromEnvironment(db, account.email, account.password);
    return undefined;
  }
  const token = newSecret();
  await writeValue(db, queries.tokenValue, secretHash(token));
  return token;
}

/** The line with the link of a token, and how to open it while SITE_URL is unset. */
export function setupHint({ siteUrl, siteUrlIsSet, port }: Config, token: string) {
  const link = `站长请打开这个一次性链接设好账号：${siteUrl}/setup?token=${token}\n`;
  if (siteUrlIsSet) return link;
  return `${link}这个网址只在本机打得开。站点在服务器上时，在自己的电脑上运行 ssh -L ${port}:127.0.0.1:${port} 用户名@服务器 再打开它；有了域名，设好 SITE_URL=https://你的域名 再启动。\n`;
}

/** Validates the link before the form is shown. */
export async function checkLink(db: Db, token: string) {
  const newest = await isNewest(db, token); // before isClaimed: a claim deletes the token
  if (await queries.isClaimed(db)) return { state: 'used' as const };
  return { state: newest ? ('good' as const) : ('wrong' as const) };
}

/** Creates the owner's account with the token and logs in; works once. */
export async function claimSite(db: Db, token: string, account: Account, caller: Caller) {
  const { state } = await checkLink(db, token);
  if (state === 'used') throw used();
  if (state === 'wrong') throw new Failure('not-allowed', '链接无效，请用启动时打印的最新链接');
  const userId = await claim(db, account);
  const signedIn = await signIn(db, { userId, way: 'password', caller });
  const viewer = await findViewer(db, signedIn.token);
  if (viewer) await rememberConfirmed(db, viewer); // the steps that follow would ask for what was just typed
  return signedIn;
}

async function isNewest(db: Db, token: string) {
  const hash = await readValue(db, queries.tokenValue);
  return hash !== undefined && timingSafeEqual(Buffer.from(hash), Buffer.from(secretHash(token)));
}

async function claimFromEnvironment(db: Db, email: string, password: string) {
  try {
    await claim(db, { email: spellEmail(email), password });
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (error.id === 'already-done') return; // another process claimed it first
    throw new Error(`OWNER_EMAIL 与 OWNER_PASSWORD 不能用作站长账号：${error.message}`, { cause: error });
  }
}

async function claim(db: Db, { nickname, email, password }: Account) {
  const names = nickname === undefined ? {} : { nickname, nicknameKey: checkNickname(nickname, 'owner') };
  requireStrongPassword(password, { email, ...names });
  const owner = { ...names, email, passwordHash: await slowHash(password) };
  const placeholders = [nobody.nickname, (await readSampleSite()).author.nickname];
  try {
    return await db.transaction().execute(async (trx) => {
      const id = await close(trx, owner);
      if (nickname === undefined) return id;
      await nameAuthor(trx, nickname, placeholders);
      await forgetRow(trx, 'users', id); // keeps a name that equals the sample's
      return id;
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const field = (await queries.isTaken(db, email)) ? 'email' : 'nickname';
    throw new Failure('taken', undefined, field);
  }
}

/** Replaces a placeholder author by the owner's name. */
async function nameAuthor(trx: Trx, name: string, placeholders: string[]) {
  const { author } = await loadSettings(trx);
  if (placeholders.includes(author.name)) await saveSettings(trx, 'author', { ...author, name });
}

async function close(trx: Trx, owner: Parameters<typeof updateOwner>[1]) {
  // The second of two concurrent claims waits here and finds the mark.
  if ((await queries.isClaimed(trx)) || !(await insertValue(trx, queries.markValue, begun()))) throw used();
  await deleteValue(trx, queries.tokenValue);
  return updateOwner(trx, owner);
}
