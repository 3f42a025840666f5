import { Failure } from '@mojian/contract/platform/failures';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import { markRemoved } from './save.queries.ts';

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
