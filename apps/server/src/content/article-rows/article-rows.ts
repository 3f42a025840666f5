import { readTypes } from '@mojian/contract/platform/rules';
import type { FirstPhotograph } from '@mojian/markdown/photographs';
import { type Insertable, sql, type Updateable } from 'kysely';
import { listed, shown } from '../../platform/db/conditions.ts';
import type { Schema, Trx } from '../../platform/db/schema.ts';

export function insertArticle(trx: Trx, article: Insertable<Schema['articles']>) {
  return trx
    .insertInto('articles')
    .values(article)
    .returning(['id', 'kind', 'version', 'removedAt'])
    .executeTakeFirstOrThrow();
}

/** Stores the photograph that stands for an article without a chosen cover; undefined when its text has none. */
export async function storePhotograph(trx: Trx, articleId: number, photograph: FirstPhotograph | undefined) {
  const { url = '', width = 0 } = photograph ?? {};
  await trx
    .insertInto('articlePhotographs')
    .values({ articleId, url, width })
    .onConflict((known) => known.column('articleId').doUpdateSet({ url, width }))
    .execute();
}

/** Inserts an unpublished article; undefined when its client key is known. */
export function insertEmptyArticle(trx: Trx, values: Insertable<Schema['articles']>) {
  return trx
    .insertInto('articles')
    .values(values)
    .onConflict((known) => known.columns(['authorId', 'draftKey']).where('draftKey', 'is not', null).doNothing())
    .returning(['id', 'version'])
    .executeTakeFirst();
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

/** Raises the version from any value, for changes outside the text. */
export function passVersion(trx: Trx, id: number) {
  return updateArticle(trx, id, {});
}

/** Optimistic lock: raises the version only from `from`; a concurrent second call waits and then matches no row. */
export function raiseVersion(trx: Trx, id: number, from: number) {
  return updateArticle(trx, id, {}, from);
}

/** Changes columns that are no part of the text, without raising the version. */
export async function changeArticle(trx: Trx, id: number, change: Updateable<Schema['articles']>) {
  await trx.updateTable('articles').set(change).where('id', '=', id).execute();
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

/**
 * Restores from the trash at version `from`.
 * @returns the new version, undefined when it did not match
 */
export async function markArticleRestored(trx: Trx, id: number, from: number) {
  const row = await trx
    .updateTable('articles')
    .set({ removedAt: null, removedBy: null, version: from + 1 })
    .where('id', '=', id)
    .where('version', '=', from)
    .where('removedAt', 'is not', null)
    .returning('version')
    .executeTakeFirst();
  return row?.version;
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

export async function deleteArticle(trx: Trx, id: number) {
  await trx.deleteFrom('articles').where('id', '=', id).execute();
}

type ArticleCounter = 'likes' | 'collects' | 'comments';

/** Increments in the database, so that concurrent changes add up. Undefined when the article was erased meanwhile. */
export async function addToArticle(trx: Trx, id: number, counter: ArticleCounter, change: number) {
  const row = await trx
    .updateTable('articles')
    .set((article) => ({ [counter]: article(counter, '+', change) }))
    .where('id', '=', id)
    .returning(counter)
    .executeTakeFirst();
  return (row as Record<ArticleCounter, number> | undefined)?.[counter];
}

/** Sets the time of announcement once; of two concurrent calls only one gets `true`. */
export async function markAnnounced(trx: Trx, id: number, announcedAt: number) {
  const { numUpdatedRows } = await trx
    .updateTable('articles')
    .set({ announcedAt })
    .where('id', '=', id)
    .where('announcedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** Locks a published article, which followers hear of as they do not of a page, so that it cannot be withdrawn before the transaction ends. */
export function lockPublished(trx: Trx, id: number) {
  return trx
    .updateTable('articles')
    .set((article) => ({ announcedAt: article.ref('announcedAt') }))
    .where('id', '=', id)
    .where(listed)
    .returning(['id', 'title', 'authorId'])
    .executeTakeFirst();
}

/** Returns the number of articles moved. */
export async function moveToCategory(trx: Trx, from: number, to: number | null) {
  const { numUpdatedRows } = await trx
    .updateTable('articles')
    .set({ categoryId: to })
    .where('categoryId', '=', from)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Numbers articles from 1 in the given order. */
export async function setSeriesPositions(trx: Trx, articleIds: number[]) {
  const cases = articleIds.map((id, index) => sql`when ${sql.lit(id)} then ${sql.lit(index + 1)}`);
  await trx
    .updateTable('articles')
    .set({ seriesPosition: sql<number>`case id ${sql.join(cases, sql` `)} end` })
    .where('id', 'in', articleIds)
    .execute();
}

/** No effect when it has moved to another series. */
export async function leaveSeries(trx: Trx, id: number, seriesId: number) {
  await trx
    .updateTable('articles')
    .set({ seriesId: null, seriesPosition: 0 })
    .where('id', '=', id)
    .where('seriesId', '=', seriesId)
    .execute();
}

/** Locks the next batch until the transaction ends. */
export async function lockArticlesAfter(trx: Trx, id: number, limit: number) {
  const next = trx.selectFrom('articles').select('id').where('id', '>', id).where(shown).orderBy('id').limit(limit);
  await trx
    .updateTable('articles')
    .set((article) => ({ updatedAt: article.ref('updatedAt') }))
    .where('id', 'in', next)
    .execute();
}

/** Empties the opening of free articles that repeats their whole text, among those numbered after `after` and up to `last`. */
export async function dropRepeatedOpenings(trx: Trx, after: number, last: number) {
  await trx
    .updateTable('articles')
    .set({ openingHtml: '' })
    .where('id', '>', after)
    .where('id', '<=', last)
    .where('readType', '=', readTypes.free)
    .where(sql<boolean>`"openingHtml" <> '' and "openingHtml" = html`)
    .execute();
}

/** Stores compressed HTML in the place of the plain one, unless that was edited meanwhile. */
export async function storeCompressed(trx: Trx, { id, html }: { id: number; html: string }, compressed: Uint8Array) {
  await trx
    .updateTable('articles')
    .set({ html: sql<string>`${compressed}` })
    .where('id', '=', id)
    .where('html', '=', html)
    .execute();
}

/** Sets the cover, unless the author has chosen one since. */
export async function fillCover(trx: Trx, id: number, cover: string) {
  await trx.updateTable('articles').set({ cover }).where('id', '=', id).where('cover', '=', '').execute();
}
