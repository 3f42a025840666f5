import type { ArticleContent } from '@mojian/contract/content/article-content';
import { Failure } from '@mojian/contract/platform/failures';
import { maskedSecret, readTypes } from '@mojian/contract/platform/rules';
import { matchesHash, slowHash } from '../../core/identity/passwords.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { addressKey, addTry, secondsUntil, takeBackTry } from '../../platform/limits/limits.ts';
import { newSecret } from '../../platform/tickets/tickets.ts';
import * as queries from './acts.queries.ts';
import { publishedArticle } from './acts.ts';
import { namesOf } from './unlocks.ts';

/** Seconds in which wrong passwords are counted, and how many are allowed from one address and for one article. */
const wrong = { seconds: 600, ofAddress: 10, ofArticle: 200 };

type PasswordCaller = Pick<Caller, 'address' | 'viewer'>;

/**
 * Opens an article to whoever knows its password: for a member's account, or for the browser that keeps the key.
 * @throws Failure wrong-code; invalid-input for an article without one; not-found or gone for one that is not public;
 * too-many-requests after too many wrong ones from the address, or for the article
 */
export async function openByPassword(
  db: Db,
  caller: PasswordCaller,
  { id, password }: { id: number; password: string },
) {
  const article = await publishedArticle(db, id);
  const hash = article.readType === readTypes.withPassword ? await queries.findPasswordHash(db, id) : undefined;
  if (hash === undefined) throw new Failure('invalid-input', '这篇文章不用口令', 'id');
  const takeBack = await countTries(db, caller, id);
  const isRight = await matchesHash(hash, normalized(password)).catch(async (error: unknown) => {
    await takeBack();
    throw error;
  });
  if (!isRight) throw new Failure('wrong-code', '口令不对', 'password');
  await takeBack();
  const key = caller.viewer ? null : newSecret();
  const [reader = ''] = namesOf({ viewer: caller.viewer, key: key ?? undefined });
  const isOpen = await db.transaction().execute(async (trx) => {
    const isStill = await queries.lockPasswordHash(trx, id, hash);
    if (isStill) await queries.insertUnlock(trx, { articleId: id, reader });
    return isStill;
  });
  if (!isOpen) throw new Failure('wrong-code', '口令刚换过，请再问问', 'password');
  return { key };
}

/** Counts before comparing, so that tries at once count each other. Members' tries do not close an article to visitors. */
async function countTries(db: Db, { viewer, address }: PasswordCaller, id: number) {
  const ofAddress = `article password from ${addressKey(address)}`;
  const ofArticle = `article password of ${id}${viewer ? ' by members' : ''}`;
  const takeBack = async () => {
    for (const name of [ofAddress, ofArticle]) await takeBackTry(db, name);
  };
  const [here, all] = [await addTry(db, ofAddress, wrong.seconds), await addTry(db, ofArticle, wrong.seconds)];
  const isFull = here.hits > wrong.ofAddress;
  if (!isFull && all.hits <= wrong.ofArticle) return takeBack;
  await takeBack();
  const seconds = secondsUntil(isFull ? here.resetsAt : all.resetsAt);
  const whose = isFull ? '口令错了太多次' : '这一篇的口令，错的人太多';
  throw new Failure('too-many-requests', `${whose}，请 ${Math.ceil(seconds / 60)} 分钟后再试`, 'password', seconds);
}

/** Normalizes a password: a keyboard may compose its letters either way. */
function normalized(password: string) {
  return password.normalize('NFC').trim();
}

/** Hash of a password; `known` if it is that of the same one, so that readers stay. @throws as `slowHash` */
async function hashPassword(password: string, known = '') {
  const word = normalized(password);
  return known !== '' && (await matchesHash(known, word)) ? known : slowHash(word);
}

/** Content as it is stored: its password hashed, or `known` where the editor sends the mask for it. @throws as `slowHash` */
export async function withHash(content: ArticleContent, known = ''): Promise<ArticleContent> {
  const { readType, password } = content;
  if (readType !== readTypes.withPassword) return { ...content, password: '', passwordHint: '' };
  if (password === '') return content;
  return { ...content, password: password === maskedSecret ? known : await hashPassword(password, known) };
}

/** An article whose password came as the word, with its hash; that of an article here, `id`, if it is the same. */
export async function withHashedPassword<Draft extends { password?: string | undefined }>(
  db: Db,
  draft: Draft,
  id?: number,
) {
  const { password = '' } = draft;
  if (password === '' || isPasswordHash(password)) return draft;
  const known = id === undefined ? undefined : await queries.findPasswordHash(db, id);
  return { ...draft, password: await hashPassword(password, known) };
}

/** Whether a text is a hash as `slowHash` makes them, of bounded cost; for those in files. */
export function isPasswordHash(text: string) {
  return /^\$argon2id\$v=19\$m=\d{1,5},t=\d,p=\d\$[\w+/]{11,64}\$[\w+/]{22,90}$/.test(text);
}

/** Content for replies: the password's hash is replaced by a mask, which only says that one is set. */
export function masked<Content extends Partial<ArticleContent>>(content: Content): Content {
  return content.password ? { ...content, password: maskedSecret } : content;
}

type Locked = {
  readType?: number | undefined;
  /** Its hash. */
  password?: string | undefined;
  passwordHint?: string | undefined;
};

/**
 * Stores the password of an article that has one, and deletes that of any other; without a read type it stays. A changed
 * one closes the article to everybody who had opened it.
 */
export async function storePassword(trx: Trx, articleId: number, { readType, password, passwordHint }: Locked) {
  if (readType === undefined) return;
  const hash = readType === readTypes.withPassword ? (password ?? '') : undefined;
  const before = await queries.findPasswordHash(trx, articleId);
  if (before !== hash) await queries.deleteUnlocks(trx, articleId);
  if (hash !== undefined) await queries.putPassword(trx, { articleId, hash, hint: passwordHint ?? '' });
  else if (before !== undefined) await queries.deletePassword(trx, articleId);
}
