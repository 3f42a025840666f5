import { Failure } from '@mojian/contract/platform/failures';
import { forgetLikes } from '../../core/likes/likes.ts';
import { deleteNoticesOf } from '../../core/notices/notify.ts';
import { lockForRemoval } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import { unannounce } from '../announce/announce.ts';
import { deleteArticle, lockArticle, markArticleRemoved } from '../article-rows/article-rows.ts';
import { deleteMovedTo } from '../slugs/moved-rows.ts';
import { listTagIds, removeUnusedTags } from '../tags/tags.ts';
import { shownOn } from './save-article.ts';
import * as queries from './write.queries.ts';

/**
 * Moves an article to the trash: it leaves lists and search, its address answers 410.
 * @throws Failure not-found for unknown and already trashed ones
 */
export function removeArticle({ db, search }: { db: Db; search: Search }, id: number) {
  return db.transaction().execute((trx) => moveToTrash(trx, search, { id, by: null }));
}

export async function moveToTrash(trx: Trx, search: Search, { id, by }: { id: number; by: number | null }) {
  const removed = await markArticleRemoved(trx, id, Date.now(), by);
  if (!removed) throw new Failure('not-found', '文章不存在');
  await search.remove(trx, id);
  await enqueue(trx, 'drop-pages', { tags: shownOn(removed) });
}

type Erasure = { id: number; removedBefore?: number | undefined };

type Also = (trx: Trx) => Promise<unknown>;

/**
 * Erases an article with its comments, likes, collects, notices, draft, history and links. `removedBefore` limits it to
 * what was trashed before that moment. Unknown ids are no error.
 */
export function eraseArticle(
  { db, search }: { db: Db; search: Search },
  id: number,
  only: { removedBefore?: number } = {},
) {
  return db.transaction().execute((trx) => erase(trx, search, { id, ...only }));
}

/** @throws Failure not-found unless the article lies in the trash */
export function eraseFromTrash({ db, search }: { db: Db; search: Search }, id: number, also: Also) {
  return db.transaction().execute(async (trx) => {
    if (!(await erase(trx, search, { id, removedBefore: Date.now() })))
      throw new Failure('not-found', '回收站里没有这一篇', 'id');
    await also(trx);
  });
}

/**
 * Locks the row first, against a concurrent restore; deletes likes last, so that a concurrent like waits and finds no
 * article.
 */
async function erase(trx: Trx, search: Search, { id, removedBefore }: Erasure) {
  await lockForRemoval(trx, 'articles', [id]);
  const held = await lockArticle(trx, id, removedBefore);
  if (!held) return false;
  if (held.state === 'published' && held.removedAt === null) await unannounce(trx, held);
  const tags = await listTagIds(trx, id);
  const comments = await queries.listCommentIds(trx, id);
  await search.remove(trx, id);
  await deleteMovedTo(trx, `/article/${id}`);
  await deleteArticle(trx, id);
  await removeUnusedTags(trx, tags);
  await forgetLikes(trx, 'comment', comments);
  await forgetLikes(trx, 'article', [id]);
  await deleteNoticesOf(trx, [`article:${id}`, `draft:${id}`, ...comments.map((comment) => `comment:${comment}`)]);
  await enqueue(trx, 'drop-pages', { tags: shownOn(held) });
  return true;
}
