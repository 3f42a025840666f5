import type { Insertable, Updateable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

/** An article and its draft, if there is one, whoever asks. */
export function findWithDraft(db: Db | Trx, id: number) {
  return db
    .selectFrom('articles')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .leftJoin('categories', 'categories.id', 'articles.categoryId')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .select(['articles.id', 'articles.authorId', 'users.nickname', 'articles.state', 'articles.version'])
    .select(['articles.title', 'articles.summary', 'articles.cover'])
    .select(['articles.coverNumber', 'articles.focusX', 'articles.focusY'])
    .select(['articles.words', 'articles.keywords', 'articles.original', 'articles.sourceUrl', 'articles.sourceAuthor'])
    .select(['articles.readType', 'articles.slug', 'articles.description', 'articles.seriesId', 'articles.markdown'])
    .select('articles.commenting')
    .select(['articles.publishedAt', 'articles.updatedAt', 'articles.removedAt', 'categories.name as categoryName'])
    .select(['articles.announcedAt', 'articles.removedBy', 'articles.summaryMade'])
    .select(['drafts.content', 'drafts.savedAt', 'drafts.submittedAt', 'drafts.refusal'])
    .where('articles.id', '=', id)
    .executeTakeFirst();
}

export type WithDraft = NonNullable<Awaited<ReturnType<typeof findWithDraft>>>;

export async function listTagNames(db: Db | Trx, articleId: number) {
  const rows = await db
    .selectFrom('articleTags')
    .innerJoin('tags', 'tags.id', 'articleTags.tagId')
    .select('tags.name')
    .where('articleId', '=', articleId)
    .orderBy('tags.id')
    .execute();
  return rows.map(({ name }) => name);
}

export function findByKey(trx: Trx, authorId: number, draftKey: string) {
  return trx
    .selectFrom('articles')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .select(['articles.id', 'articles.version', 'articles.updatedAt', 'drafts.savedAt'])
    .where('authorId', '=', authorId)
    .where('draftKey', '=', draftKey)
    .executeTakeFirst();
}

/** An article nobody has published yet; nothing when its author's browser has asked for it before. */
export function insertArticle(trx: Trx, values: Insertable<Schema['articles']>) {
  return trx
    .insertInto('articles')
    .values(values)
    .onConflict((known) => known.columns(['authorId', 'draftKey']).where('draftKey', 'is not', null).doNothing())
    .returning(['id', 'version'])
    .executeTakeFirst();
}

/** Goes on from the version that is named, or does nothing. Of two at once one waits, and then finds another version. */
export function raiseVersion(trx: Trx, id: number, from: number) {
  return trx
    .updateTable('articles')
    .set({ version: from + 1 })
    .where('id', '=', id)
    .where('version', '=', from)
    .returning('version')
    .executeTakeFirst();
}

/** The same from whatever version it is at, for what changes no text. */
export function passVersion(trx: Trx, id: number) {
  return trx
    .updateTable('articles')
    .set((article) => ({ version: article('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirst();
}

export async function putDraft(trx: Trx, draft: Insertable<Schema['drafts']>) {
  const { articleId: _, ...change } = draft;
  await trx
    .insertInto('drafts')
    .values(draft)
    .onConflict((known) => known.column('articleId').doUpdateSet(change))
    .execute();
}

export async function changeDraft(trx: Trx, articleId: number, change: Updateable<Schema['drafts']>) {
  await trx.updateTable('drafts').set(change).where('articleId', '=', articleId).execute();
}

export async function deleteDraft(trx: Trx, articleId: number) {
  await trx.deleteFrom('drafts').where('articleId', '=', articleId).execute();
}

export async function changeArticle(trx: Trx, id: number, change: Updateable<Schema['articles']>) {
  await trx.updateTable('articles').set(change).where('id', '=', id).execute();
}

/** Brings back what lies in the trash at this version. Returns the new one, nothing when it does not. */
export async function markRestored(trx: Trx, id: number, from: number) {
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

export async function deleteShares(trx: Trx, articleId: number) {
  await trx.deleteFrom('shares').where('articleId', '=', articleId).execute();
}
