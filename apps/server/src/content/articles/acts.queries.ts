import type { Db, Trx } from '../../platform/db/schema.ts';

export type Counter = 'likes' | 'collects';

export function findArticle(db: Db | Trx, id: number) {
  return db
    .selectFrom('articles')
    .select(['id', 'title', 'authorId', 'state', 'removedAt', 'readType', 'likes', 'collects', 'comments'])
    .select('commenting')
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Adds in the database, so that of many at once none is lost. The new count, or nothing when it was erased meanwhile. */
export async function addTo(trx: Trx, id: number, counter: Counter, change: number) {
  const row = await trx
    .updateTable('articles')
    .set((article) => ({ [counter]: article(counter, '+', change) }))
    .where('id', '=', id)
    .returning(counter)
    .executeTakeFirst();
  return (row as Record<Counter, number> | undefined)?.[counter];
}

/** What a member has done to an article and its author. */
export function findOwnState(db: Db, id: number, userId: number) {
  return db
    .selectFrom('articles')
    .leftJoin('likes', (join) =>
      join.onRef('likes.targetId', '=', 'articles.id').on('likes.kind', '=', 'article').on('likes.userId', '=', userId),
    )
    .leftJoin('collects', (join) =>
      join.onRef('collects.articleId', '=', 'articles.id').on('collects.userId', '=', userId),
    )
    .leftJoin('follows', (join) =>
      join.onRef('follows.followedId', '=', 'articles.authorId').on('follows.followerId', '=', userId),
    )
    .select(['likes.targetId as liked', 'collects.articleId as collected', 'follows.followedId as followed'])
    .where('articles.id', '=', id)
    .executeTakeFirst();
}
