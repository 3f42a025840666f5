import { Failure } from '@mojian/contract/platform/failures';
import { forgetLikes } from '../../core/likes/likes.ts';
import { forgetNotices } from '../../core/notices/notify.ts';
import { lockForRemoval } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import { unannounce } from '../announce/announce.ts';
import { removeUnusedTags } from '../tags/tags.ts';
import * as queries from './write.queries.ts';
import { markRemoved } from './write.queries.ts';

/**
 * Puts an article into the trash: it leaves every list and the search, and its address answers 410.
 * @throws Failure not-found when there is none, or it lies there already.
 */
export function removeArticle({ db, search }: { db: Db; search: Search }, id: number) {
  return db.transaction().execute((trx) => moveToTrash(trx, search, { id, by: null }));
}

/** The same within a transaction. `by`: who does it. */
export async function moveToTrash(trx: Trx, search: Search, { id, by }: { id: number; by: number | null }) {
  if (!(await markRemoved(trx, id, Date.now(), by))) throw new Failure('not-found', '文章不存在');
  await search.remove(trx, id);
  await enqueue(trx, 'drop-pages', { tags: ['articles', `article:${id}`] });
}

type Erasure = { id: number; removedBefore?: number | undefined };

/** Done in the same transaction. */
type Also = (trx: Trx) => Promise<unknown>;

/**
 * Erases an article for good, with all that hangs on it: comments, likes, collects, notices, its draft and history, the
 * links to it. With `removedBefore` only what was put into the trash before that moment. What is not there is no error.
 */
export function eraseArticle(
  { db, search }: { db: Db; search: Search },
  id: number,
  only: { removedBefore?: number } = {},
) {
  return db.transaction().execute((trx) => erase(trx, search, { id, ...only }));
}

/** The same of what lies in the trash. @throws Failure not-found for what does not. */
export function eraseFromTrash({ db, search }: { db: Db; search: Search }, id: number, also: Also) {
  return db.transaction().execute(async (trx) => {
    if (!(await erase(trx, search, { id, removedBefore: Date.now() })))
      throw new Failure('not-found', '回收站里没有这一篇', 'id');
    await also(trx);
  });
}

/** Its row is held first, so nobody brings it back meanwhile; likes go last: who likes it now waits, and finds it gone. */
async function erase(trx: Trx, search: Search, { id, removedBefore }: Erasure) {
  await lockForRemoval(trx, 'articles', [id]);
  const held = await queries.holdArticle(trx, id, removedBefore);
  if (!held) return false;
  if (held.state === 'published' && held.removedAt === null) await unannounce(trx, { id });
  const tags = await queries.listTagIds(trx, id);
  const comments = await queries.deleteComments(trx, id);
  await search.remove(trx, id);
  await queries.deleteArticle(trx, id);
  await removeUnusedTags(trx, tags);
  await forgetLikes(trx, 'comment', comments);
  await forgetLikes(trx, 'article', [id]);
  await forgetNotices(trx, [`article:${id}`, `draft:${id}`, ...comments.map((comment) => `comment:${comment}`)]);
  await enqueue(trx, 'drop-pages', { tags: ['articles', `article:${id}`] });
  return true;
}
