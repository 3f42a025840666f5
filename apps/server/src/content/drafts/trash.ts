import { Failure } from '@mojian/contract/platform/failures';
import { noticeKinds, trashDays } from '@mojian/contract/platform/rules';
import { dayLength } from '@mojian/contract/platform/time';
import { refuseMuted } from '../../core/identity/mutes.ts';
import { notify } from '../../core/notices/notify.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Search } from '../../platform/search/search.ts';
import { announce, unannounce } from '../announce/announce.ts';
import { markArticleRestored, passVersion } from '../article-rows/article-rows.ts';
import { deleteShares } from '../article-rows/share-rows.ts';
import { eraseArticle, moveToTrash } from '../articles/remove-article.ts';
import { prepareArticle, writeArticle } from '../articles/save-article.ts';
import { writtenContent } from './content.ts';
import { isOwn, mayRemove, mayRestore } from './drafts.policy.ts';
import * as queries from './drafts.queries.ts';
import { listTrash } from './drafts.queries.ts';
import { requireWriterOf } from './drafts.ts';
import { draftOf, type PublishDeps, unschedule } from './publish.ts';

type Also = (trx: Trx) => Promise<unknown>;

/**
 * Trashes an article and revokes its share links.
 * @throws Failure not-found for invisible and trashed ones
 */
export function trashArticle({ db, search }: Omit<PublishDeps, 'siteUrl'>, viewer: Viewer, id: number, also?: Also) {
  return db.transaction().execute(async (trx) => {
    await trash(trx, search, viewer, id);
    await also?.(trx);
  });
}

async function trash(trx: Trx, search: Search, viewer: Viewer, id: number) {
  const held = await passVersion(trx, id);
  const article = held && (await queries.findWithDraft(trx, id));
  if (!article || !mayRemove(viewer, article)) throw isNotThere();
  await moveToTrash(trx, search, { id, by: viewer.id });
  await deleteShares(trx, id);
  if (article.state === 'published') await unannounce(trx, article);
  if (!isOwn(viewer, article)) await notifyAuthor(trx, article);
}

function notifyAuthor(trx: Trx, { id, authorId, title }: queries.WithDraft) {
  const notice = { title: '文章被管理员移除', text: title, link: '/user' };
  return notify(trx, { ...notice, userId: authorId, kind: noticeKinds.system, actorId: null, subject: `draft:${id}` });
}

/**
 * Restores from the trash in the former state; a schedule that has passed becomes a draft.
 * @throws Failure not-found outside the trash; not-allowed for what the staff put there, and for a muted author's published article
 */
export async function restoreArticle(deps: PublishDeps, viewer: Viewer, id: number, also?: Also) {
  const article = await queries.findWithDraft(deps.db, id);
  if (!article || article.removedAt === null || !mayRemove(viewer, article)) throw isNotThere();
  if (!mayRestore(viewer, article)) throw new Failure('not-allowed', '这篇文章是管理员移除的，不能自己恢复', 'id');
  requireWriterOf(viewer, article);
  if (article.state === 'published' && isOwn(viewer, article)) await refuseMuted(deps.db, viewer);
  const ready = article.state === 'published' ? await prepareAgain(deps, article) : undefined;
  return deps.db.transaction().execute(async (trx) => {
    const version = await markArticleRestored(trx, id, article.version);
    if (version === undefined) throw new Failure('stale');
    if (ready) {
      await writeArticle(trx, deps.search, ready, { id, from: version });
      await announce(trx, { id });
    }
    await also?.(trx);
    return { state: isOverdue(article) ? await unschedule(trx, article) : article.state };
  });
}

/** Renders again for the search index, which removal emptied. */
async function prepareAgain(deps: PublishDeps, article: queries.WithDraft) {
  const { publishedAt, updatedAt } = article;
  const same = draftOf(article, await writtenContent(deps.db, article), null);
  return prepareArticle(deps, { ...same, publishedAt, updatedAt });
}

function isOverdue({ state, publishedAt }: queries.WithDraft) {
  return state === 'scheduled' && (publishedAt ?? 0) <= Date.now();
}

function isNotThere() {
  return new Failure('not-found', '文章不存在', 'id');
}

/** Erases what was trashed thirty days ago; uploads stay with their owners. */
export async function purgeTrash(deps: { db: Db; search: Search }, stopping?: AbortSignal, now = Date.now()) {
  const before = now - trashDays * dayLength;
  for (const { id } of await listTrash(deps.db, before)) {
    if (stopping?.aborted) return;
    await eraseArticle(deps, id, { removedBefore: before });
  }
}
