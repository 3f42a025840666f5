import type { Insertable, Updateable } from 'kysely';
import { listed } from '../../platform/db/conditions.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export function insertPublished(trx: Trx, article: Insertable<Schema['articles']>) {
  return trx
    .insertInto('articles')
    .values(article)
    .returning(['id', 'kind', 'version', 'removedAt'])
    .executeTakeFirstOrThrow();
}

/** Updates only at version `from`, and turns writers of older versions away. */
export function updateArticle(trx: Trx, id: number, change: Updateable<Schema['articles']>, from?: number) {
  return trx
    .updateTable('articles')
    .set((article) => ({ ...change, version: article('version', '+', 1) }))
    .where('id', '=', id)
    .$if(from !== undefined, (articles) => articles.where('version', '=', from ?? 0))
    .returning(['id', 'kind', 'version', 'removedAt'])
    .executeTakeFirst();
}

export function findStoredText(db: Db, id: number) {
  return db
    .selectFrom('articles')
    .select(['markdown', 'version', 'readType', 'state', 'summary', 'summaryMade'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Undefined when there is no such article outside the trash. */
export function markArticleRemoved(trx: Trx, id: number, removedAt: number, removedBy: number | null) {
  return trx
    .updateTable('articles')
    .set((article) => ({ removedAt, removedBy, version: article('version', '+', 1) }))
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .returning(['id', 'kind'])
    .executeTakeFirst();
}

export async function replaceTags(trx: Trx, articleId: number, tagIds: number[]) {
  await trx.deleteFrom('articleTags').where('articleId', '=', articleId).execute();
  if (tagIds.length === 0) return;
  await trx
    .insertInto('articleTags')
    .values(tagIds.map((tagId) => ({ articleId, tagId })))
    .execute();
}

export function findMarks(trx: Trx, id: number) {
  return trx
    .selectFrom('articles')
    .select(['pinned', 'recommended', 'featured'])
    .where('id', '=', id)
    .where(listed)
    .executeTakeFirst();
}

export async function setMarks(
  trx: Trx,
  id: number,
  marks: { pinned?: number; recommended?: number; featured?: number; featuredPosition?: number },
) {
  await trx.updateTable('articles').set(marks).where('id', '=', id).execute();
}

/** Locks the row; undefined when it is missing, or not trashed before `removedBefore`. */
export function lockArticle(trx: Trx, id: number, removedBefore: number | undefined) {
  return trx
    .updateTable('articles')
    .set((article) => ({ version: article('version', '+', 1) }))
    .where('id', '=', id)
    .$if(removedBefore !== undefined, (old) => old.where('removedAt', '<=', removedBefore ?? 0))
    .returning(['id', 'kind', 'slug', 'state', 'removedAt'])
    .executeTakeFirst();
}

export async function listTagIds(trx: Trx, articleId: number) {
  const rows = await trx.selectFrom('articleTags').select('tagId').where('articleId', '=', articleId).execute();
  return rows.map(({ tagId }) => tagId);
}

/** Deletes comments with their reports. */
export async function deleteComments(trx: Trx, articleId: number) {
  // Selected before: rows that a foreign key cascades to are not returned.
  const rows = await trx.selectFrom('comments').select('id').where('articleId', '=', articleId).execute();
  await trx.deleteFrom('comments').where('articleId', '=', articleId).execute();
  return rows.map(({ id }) => id);
}

/** Deletes with references and the old addresses that redirect to it. */
export async function deleteArticle(trx: Trx, id: number) {
  await trx.deleteFrom('movedPaths').where('target', '=', `/article/${id}`).execute();
  await trx.deleteFrom('mailThreads').where('thread', '=', `article:${id}`).execute();
  await trx.deleteFrom('mailNotices').where('thread', '=', `article:${id}`).execute();
  await trx.deleteFrom('articles').where('id', '=', id).execute();
}
