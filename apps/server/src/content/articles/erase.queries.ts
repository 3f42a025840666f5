import type { Trx } from '../../platform/db/schema.ts';

/** Keeps everybody else from the row until the end. Nothing when it is not there, or not in the trash for long enough. */
export function holdArticle(trx: Trx, id: number, removedBefore: number | undefined) {
  return trx
    .updateTable('articles')
    .set((article) => ({ version: article('version', '+', 1) }))
    .where('id', '=', id)
    .$if(removedBefore !== undefined, (old) => old.where('removedAt', '<=', removedBefore ?? 0))
    .returning(['state', 'removedAt'])
    .executeTakeFirst();
}

export async function listTagIds(trx: Trx, articleId: number) {
  const rows = await trx.selectFrom('articleTags').select('tagId').where('articleId', '=', articleId).execute();
  return rows.map(({ tagId }) => tagId);
}

/** With the reports of them. */
export async function deleteComments(trx: Trx, articleId: number) {
  // asked for first: what goes because its parent does is not returned
  const rows = await trx.selectFrom('comments').select('id').where('articleId', '=', articleId).execute();
  await trx.deleteFrom('comments').where('articleId', '=', articleId).execute();
  return rows.map(({ id }) => id);
}

/** With all that refers to it, and with the old addresses that led to it. */
export async function deleteArticle(trx: Trx, id: number) {
  await trx.deleteFrom('movedPaths').where('target', '=', `/article/${id}`).execute();
  await trx.deleteFrom('mailThreads').where('thread', '=', `article:${id}`).execute();
  await trx.deleteFrom('mailNotices').where('thread', '=', `article:${id}`).execute();
  await trx.deleteFrom('articles').where('id', '=', id).execute();
}
