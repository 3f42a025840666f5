import { listed } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** Keeps the next ones as they are until the transaction ends. */
export async function holdArticlesAfter(trx: Trx, id: number, limit: number) {
  const next = trx.selectFrom('articles').select('id').where('id', '>', id).where(listed).orderBy('id').limit(limit);
  await trx
    .updateTable('articles')
    .set((article) => ({ updatedAt: article.ref('updatedAt') }))
    .where('id', 'in', next)
    .execute();
}

/** What visitors find, by number. */
export function listArticlesAfter(db: Db, id: number, limit: number) {
  return db
    .selectFrom('articles')
    .select(['id', 'title', 'summary', 'markdown', 'readType'])
    .where('state', '=', 'published')
    .where('removedAt', 'is', null)
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function listListedIds(db: Db) {
  return db
    .selectFrom('articles')
    .select('id')
    .where('state', '=', 'published')
    .where('removedAt', 'is', null)
    .execute();
}
