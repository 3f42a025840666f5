import type { Db } from '../db/schema.ts';

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
