import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { readTypes } from '@mojian/contract/platform/rules';
import { likedOf } from '../../core/likes/likes.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { addTry, secondsUntil, takeBackTry } from '../../platform/limits/limits.ts';
import { newSecret, offerTicket, secretHash, sixDigits, takeTicket } from '../../platform/tickets/tickets.ts';
import * as queries from './acts.queries.ts';
import { publishedArticle } from './acts.ts';

/** A member, or a visitor's browser with the key it got for one article. */
export type Reader = { viewer: Viewer | null; key?: string | undefined };

type Article = { id: number; readType: number };

/** Checks whether the reader commented, liked, or brought a code or the password, as the read type asks. */
export async function hasOpened(db: Db, { viewer, key }: Reader, { id, readType }: Article) {
  if (readType === readTypes.afterCode || readType === readTypes.withPassword)
    return queries.hasUnlock(db, id, namesOf({ viewer, key }));
  if (!viewer) return false;
  if (readType === readTypes.afterComment) return queries.hasShownComment(db, id, viewer.id);
  return readType === readTypes.afterLike && (await likedOf(db, 'article', [id], viewer.id)).has(id);
}

/**
 * Redeems a code for one article and one reader. A visitor gets a key once; only its hash is stored. Without `id` the
 * code opens the article it was issued for, else the only one left that needs a code.
 * @throws Failure wrong-code for a wrong, used or expired code, or one of another article; already-done when a member
 * has opened the article; invalid-input when the article is ambiguous; too-many-requests after too many wrong codes
 * from anywhere
 */
export async function checkCode(db: Db, viewer: Viewer | null, input: { id?: number | undefined; code: string }) {
  const name = viewer ? 'article-codes of members' : 'article-codes of visitors';
  const { hits, resetsAt } = await addTry(db, name, guesses.seconds);
  if (hits > guesses.most) throw tooManyWrong(viewer, secondsUntil(resetsAt));
  let isWrong = false;
  try {
    return await db.transaction().execute((trx) => openByCode(trx, viewer, input));
  } catch (error) {
    isWrong = isFailure(error) && error.id === 'wrong-code';
    throw error;
  } finally {
    if (!isWrong) await takeBackTry(db, name);
  }
}

/**
 * Shared by all addresses: at this rate six digits with a hundred open codes fall about three times in a day of
 * guessing. Members have their own limit, so that visitors cannot lock them out.
 */
const guesses = { most: 200, seconds: 600 };

function tooManyWrong(viewer: Viewer | null, seconds: number) {
  const way = viewer ? '' : '，或者登录之后再试';
  const text = `输错验证码的人太多，请 ${Math.ceil(seconds / 60)} 分钟后再试${way}`;
  return new Failure('too-many-requests', text, undefined, seconds);
}

/** A failure rolls back the use of the code as well. */
async function openByCode(trx: Trx, viewer: Viewer | null, input: { id?: number | undefined; code: string }) {
  if (input.id !== undefined) await requireClosed(trx, viewer, input.id);
  const code = await takeArticleCode(trx, input.code);
  if (!code) throw new Failure('wrong-code', undefined, 'code');
  const id = input.id ?? code.articleId ?? (await onlyClosed(trx, viewer));
  if (code.articleId !== undefined && code.articleId !== id)
    throw new Failure('wrong-code', '这个验证码是为另一篇文章取的', 'code');
  if (input.id === undefined) await requireClosed(trx, viewer, id);

  const key = viewer ? null : newSecret();
  const [reader = ''] = namesOf({ viewer, key: key ?? undefined });
  if (!(await queries.insertUnlock(trx, { articleId: id, reader }))) throw isOpen();
  return { id, key };
}

async function requireClosed(trx: Trx, viewer: Viewer | null, id: number) {
  const article = await publishedArticle(trx, id);
  if (article.readType !== readTypes.afterCode) throw new Failure('invalid-input', '这篇文章不用验证码', 'id');
  if (viewer && (await queries.hasUnlock(trx, id, namesOf({ viewer })))) throw isOpen();
}

async function onlyClosed(trx: Trx, viewer: Viewer | null) {
  const [first, second] = await queries.listClosedByCode(trx, namesOf({ viewer }));
  if (first === undefined) throw new Failure('invalid-input', '没有还要用验证码打开的文章', 'code');
  if (second !== undefined) throw new Failure('invalid-input', '要用验证码的文章不止一篇，请说明是哪一篇', 'id');
  return first;
}

function isOpen() {
  return new Failure('already-done', '这篇文章已经打开了');
}

/** Keys under which this reader's unlocks are stored. */
export function namesOf({ viewer, key }: Reader) {
  return [...(viewer ? [`user:${viewer.id}`] : []), ...(key ? [`key:${secretHash(key)}`] : [])];
}

const attempts = 20;

export const articleCodeSeconds = 300;
const kind = { name: 'article-code', seconds: articleCodeSeconds };

type ArticleCode = { openid: string; articleId?: number };

/** Issues six digits that unlock one article once for this follower of the official account. */
export async function issueArticleCode(trx: Trx, openid: string, articleId?: number) {
  const payload: ArticleCode = { openid, ...(articleId !== undefined && { articleId }) };
  for (let attempt = 0; attempt < attempts; attempt++) {
    const code = sixDigits();
    if (await offerTicket(trx, kind, payload, code)) return code;
  }
  throw new Error('每一个文章验证码都有人在用');
}

/** Consumes a code; undefined for a wrong, used or expired one. */
export function takeArticleCode(db: Db | Trx, code: string) {
  return takeTicket<ArticleCode>(db, kind, code);
}
