import { Failure } from '@mojian/contract/platform/failures';
import type { Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import * as queries from './mark.queries.ts';

/** What an article is set apart by; 1 or 0. */
export type Mark = Partial<Record<'pinned' | 'recommended' | 'featured', 0 | 1>>;

/**
 * Sets a published article apart, or no longer; its text and version stay.
 * @throws Failure not-found for what readers do not see.
 */
export async function markArticle(trx: Trx, id: number, mark: Mark) {
  const before = await queries.findMarks(trx, id);
  if (!before) throw new Failure('not-found', '读者还看不到这一篇', 'id');
  await queries.setMarks(trx, id, { ...mark, ...(mark.featured === 0 && { featuredPosition: 0 }) });
  await enqueue(trx, 'drop-pages', { tags: ['articles', `article:${id}`] });
  return before;
}
