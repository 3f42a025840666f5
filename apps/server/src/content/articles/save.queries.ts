import type { Insertable, Updateable } from 'kysely';
import type { Schema, Trx } from '../../platform/db/schema.ts';

export function insertArticle(trx: Trx, article: Insertable<Schema['articles']>) {
  return trx.insertInto('articles').values(article).returning(['id', 'version', 'removedAt']).executeTakeFirstOrThrow();
}

/** Whoever still writes at the version before is told so. Does nothing when it is no longer at the version `from`. */
export function updateArticle(trx: Trx, id: number, change: Updateable<Schema['articles']>, from?: number) {
  return trx
    .updateTable('articles')
    .set((article) => ({ ...change, version: article('version', '+', 1) }))
    .where('id', '=', id)
    .$if(from !== undefined, (articles) => articles.where('version', '=', from ?? 0))
    .returning(['id', 'version', 'removedAt'])
    .executeTakeFirst();
}

/** Marks as removed what still stands; undefined when there is no such article. */
export function markRemoved(trx: Trx, id: number, removedAt: number, removedBy: number | null) {
  return trx
    .updateTable('articles')
    .set((article) => ({ removedAt, removedBy, version: article('version', '+', 1) }))
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
}

export function listTagNames(trx: Trx, articleId: number) {
  return trx
    .selectFrom('articleTags')
    .innerJoin('tags', 'tags.id', 'articleTags.tagId')
    .select('tags.name')
    .where('articleId', '=', articleId)
    .execute();
}

export async function replaceTags(trx: Trx, articleId: number, tagIds: number[]) {
  await trx.deleteFrom('articleTags').where('articleId', '=', articleId).execute();
  if (tagIds.length === 0) return;
  await trx
    .insertInto('articleTags')
    .values(tagIds.map((tagId) => ({ articleId, tagId })))
    .execute();
}
