import { Failure } from '@mojian/contract/platform/failures';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { isSameIds } from '../../platform/http/batch.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { changeArticle } from '../article-rows/article-rows.ts';
import * as articleQueries from './articles.queries.ts';
import * as queries from './write.queries.ts';

export type Mark = Partial<Record<'pinned' | 'recommended' | 'featured', 0 | 1>>;

/**
 * Marks a published article; its text and version do not change.
 * @throws Failure not-found for unpublished ones
 */
export async function markArticle(trx: Trx, id: number, mark: Mark) {
  const before = await queries.findMarks(trx, id);
  if (!before && (await isPageId(trx, id)))
    throw new Failure('invalid-input', '页面不在任何列表里，不能置顶、推荐或精选', 'id');
  if (!before) throw new Failure('not-found', '读者还看不到这一篇', 'id');
  await changeArticle(trx, id, { ...mark, ...(mark.featured === 0 && { featuredPosition: 0 }) });
  await enqueue(trx, 'drop-pages', { tags: ['articles', `article:${id}`] });
  return before;
}

async function isPageId(trx: Trx, id: number) {
  return (await articleQueries.listPageIds(trx, [id])).length > 0;
}

type CarouselChange = { before: string[]; after: string[] };

export function listCarousel(db: Db) {
  return articleQueries.selectCarousel(db);
}

/**
 * Sorts the carousel; `also` records the act in the same transaction. @throws Failure stale when `ids` are not exactly
 * its articles.
 */
export async function orderCarousel(db: Db, ids: number[], also: (trx: Trx, change: CarouselChange) => Promise<void>) {
  await db.transaction().execute(async (trx) => {
    const items = await articleQueries.selectCarousel(trx);
    const before = items.map(({ id }) => id);
    if (!isSameIds(before, ids)) throw new Failure('stale', '精选有变化，请刷新后再排');
    for (const [at, id] of ids.entries()) await changeArticle(trx, id, { featuredPosition: at + 1 });
    const titles = new Map(items.map(({ id, title }) => [id, title]));
    await also(trx, { before: [...titles.values()], after: ids.map((id) => titles.get(id) ?? '') });
    await enqueue(trx, 'drop-pages', { tags: ['articles'] });
  });
}
