import { Failure } from '@mojian/contract/platform/failures';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { setLike } from '../../core/likes/likes.ts';
import { notify, withdrawNotice } from '../../core/notices/notify.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { renewPages } from '../../platform/render/page-changes.ts';
import { publishEvents } from '../../platform/stream/event-bus.ts';
import { addToArticle } from '../article-rows/article-rows.ts';
import * as queries from './acts.queries.ts';

/** Likes or unlikes a published article; without `like` toggles. */
export function likeArticle(db: Db, viewer: Viewer, input: { articleId: number; like?: '0' | '1' | undefined }) {
  return db.transaction().execute((trx) => like(trx, viewer.id, input));
}

async function like(trx: Trx, userId: number, input: { articleId: number; like?: '0' | '1' | undefined }) {
  const article = await publishedArticle(trx, input.articleId);
  refusePage(article, '点赞');
  const wanted = input.like === undefined ? undefined : input.like === '1';
  const { liked, change } = await setLike(trx, { kind: 'article', targetId: article.id, userId }, wanted);
  return { liked, likes: await countAct(trx, { article, userId, counter: 'likes', change }) };
}

export async function readOwnState(db: Db, viewer: Viewer, id: number) {
  await publishedArticle(db, id);
  const state = await queries.findOwnState(db, id, viewer.id);
  const has = (part: number | null | undefined) => typeof part === 'number';
  return { liked: has(state?.liked), collected: has(state?.collected), followed: has(state?.followed) };
}

type PublishedArticle = Awaited<ReturnType<typeof publishedArticle>>;

/**
 * Finds an article everyone may see.
 * @throws Failure not-found for unpublished and unknown ones alike; gone once it is removed.
 */
export async function publishedArticle(db: Db | Trx, id: number) {
  const article = await queries.findActTarget(db, id);
  if (article?.state !== 'published') throw isNotThere();
  if (article.removedAt !== null) throw new Failure('gone', '文章已被删除');
  return article;
}

/** @throws Failure invalid-input for a page, which has neither likes nor collects */
export function refusePage({ kind }: Pick<PublishedArticle, 'kind'>, act: string) {
  if (kind === 'page') throw new Failure('invalid-input', `页面不能${act}`, 'articleId');
}

function isNotThere() {
  return new Failure('not-found', '文章不存在或尚未发布');
}

const kindOf = { likes: noticeKinds.like, collects: noticeKinds.collect };

type Act = { article: PublishedArticle; userId: number; counter: keyof typeof kindOf; change: -1 | 0 | 1 };

/**
 * Changes a counter and notifies the author, in the transaction of the act. The stream event's id is the count itself.
 * @returns the new count
 */
export async function countAct(trx: Trx, { article, userId, counter, change }: Act) {
  if (change === 0) return article[counter];
  const { id, authorId, title } = article;
  const count = await addToArticle(trx, id, counter, change);
  if (count === undefined) throw isNotThere();
  const about = { userId: authorId, kind: kindOf[counter], actorId: userId, subject: `article:${id}` };
  if (change > 0) await notify(trx, { ...about, title, text: '', link: `/article/${id}` });
  else await withdrawNotice(trx, about);
  await publishEvents(trx, { topic: `article:${id}`, type: counter, id: count });
  const shownBy = counter === 'likes' ? [authorId] : [authorId, userId];
  await renewPages(trx, [`article:${id}`, ...shownBy.map((shown) => `user:${shown}`)]);
  return count;
}
