import { toldTitle } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';

/** What a member wrote is read a few rows at a time, by these numbers, oldest first. */
export async function listWritings(db: Db, authorId: number) {
  const [articles, says, comments, board] = await Promise.all(
    (['articles', 'says', 'comments', 'boardMessages'] as const).map((table) => listIds(db, table, authorId)),
  );
  return { articles: articles ?? [], says: says ?? [], comments: comments ?? [], board: board ?? [] };
}

async function listIds(db: Db, table: 'articles' | 'says' | 'comments' | 'boardMessages', authorId: number) {
  const rows = await db
    .selectFrom(table as 'articles')
    .select('id')
    .where('authorId', '=', authorId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function listArticles(db: Db, ids: number[]) {
  const articles = await db
    .selectFrom('articles')
    .leftJoin('categories', 'categories.id', 'articles.categoryId')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .select([
      'articles.id',
      'articles.title',
      'summary',
      'cover',
      'markdown',
      'keywords',
      'original',
      'sourceUrl',
      'readType',
    ])
    .select(['state', 'pinned', 'views', 'likes', 'collects', 'comments', 'publishedAt', 'updatedAt', 'createdAt'])
    .select(['removedAt', 'categories.name as category', 'sourceAuthor', 'slug', 'description'])
    .select(['drafts.content as draft', 'drafts.savedAt'])
    .where('articles.id', 'in', ids)
    .orderBy('articles.id')
    .execute();
  const tags = Map.groupBy(await listTagNames(db, ids), ({ articleId }) => articleId);
  return articles.map((article) => ({ ...article, tags: (tags.get(article.id) ?? []).map(({ name }) => name) }));
}

function listTagNames(db: Db, ids: number[]) {
  return db
    .selectFrom('articleTags')
    .innerJoin('tags', 'tags.id', 'articleTags.tagId')
    .select(['articleId', 'tags.name'])
    .where('articleId', 'in', ids)
    .orderBy('tags.id')
    .execute();
}

export function listSays(db: Db, ids: number[]) {
  return db
    .selectFrom('says')
    .select(['id', 'text', 'pictures', 'place', 'isPublic', 'likes', 'comments', 'createdAt'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
}

export function listComments(db: Db, ids: number[]) {
  return db
    .selectFrom('comments')
    .leftJoin('articles', 'articles.id', 'comments.articleId')
    .select(['comments.id', 'comments.articleId', 'comments.sayId', 'comments.text'])
    .select(toldTitle.as('articleTitle'))
    .select(['comments.pictures', 'comments.createdAt', 'comments.removedAt'])
    .where('comments.id', 'in', ids)
    .orderBy('comments.id')
    .execute();
}

export function listBoardMessages(db: Db, ids: number[]) {
  return db
    .selectFrom('boardMessages')
    .select(['id', 'text', 'place', 'createdAt'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
}
