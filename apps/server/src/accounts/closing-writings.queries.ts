import type { SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/schema.ts';

/** What nobody but its author ever saw: it goes with them in any case. */
const unseen = sql<SqlBool>`(state <> 'published' or "removedAt" is not null)`;
const all = sql<SqlBool>`1 = 1`;

export async function listArticleIds(db: Db, authorId: number, which: 'all' | 'unseen') {
  const rows = await db
    .selectFrom('articles')
    .select('id')
    .where('authorId', '=', authorId)
    .where(which === 'all' ? all : unseen)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function listTagIds(trx: Trx, articleId: number) {
  const rows = await trx.selectFrom('articleTags').select('tagId').where('articleId', '=', articleId).execute();
  return rows.map(({ tagId }) => tagId);
}

/** With its tags and comments, and with the old addresses that led to it. */
export async function deleteArticle(trx: Trx, id: number) {
  await trx.deleteFrom('movedPaths').where('target', '=', `/article/${id}`).execute();
  await trx.deleteFrom('articles').where('id', '=', id).execute();
}

export async function deleteBoardMessages(trx: Trx, authorId: number, most: number) {
  const some = trx.selectFrom('boardMessages').select('id').where('authorId', '=', authorId).limit(most);
  const rows = await trx.deleteFrom('boardMessages').where('id', 'in', some).returning('id').execute();
  return rows.length;
}
