import type { ArticleContent } from '@mojian/contract/content/article-content';
import { Failure } from '@mojian/contract/platform/failures';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { findCategory } from '../categories/categories.ts';
import { mayRemove } from './drafts.policy.ts';
import * as queries from './drafts.queries.ts';

type Told = { before: { category: string }; after: { category: string } };
type Also = (trx: Trx, told: Told) => Promise<unknown>;

/**
 * Puts an article into another category, null for none: what readers see and what its author goes on writing. Who has it
 * open is told that it changed.
 * @throws Failure not-found for what the viewer may not see.
 */
export function moveToCategory(
  db: Db,
  viewer: Viewer,
  { id, categoryId }: { id: number; categoryId: number | null },
  also: Also,
) {
  return db.transaction().execute(async (trx) => {
    await queries.passVersion(trx, id);
    const article = await queries.findWithDraft(trx, id);
    if (!article || article.removedAt !== null || !mayRemove(viewer, article))
      throw new Failure('not-found', '文章不存在', 'id');
    const category = categoryId === null ? '' : ((await findCategory(trx, categoryId))?.name ?? '');
    const draft = article.content === null ? null : (JSON.parse(article.content) as ArticleContent);
    if (draft) await queries.changeDraft(trx, id, { content: JSON.stringify({ ...draft, category }) });
    await queries.changeArticle(trx, id, { categoryId });
    await enqueue(trx, 'drop-pages', { tags: ['articles', `article:${id}`] });
    await also(trx, { before: { category: draft?.category ?? article.categoryName ?? '' }, after: { category } });
  });
}
