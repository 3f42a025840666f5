import { type SqlBool, sql } from 'kysely';
import { listed } from '../articles/listed.ts';
import type { Db } from '../db/schema.ts';

export function listNewestSays(db: Db, limit: number) {
  return db
    .selectFrom('says')
    .select(['id', 'text', 'createdAt'])
    .where('isPublic', '=', 1)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Comments that stand, on articles that are listed. The newest are found first and dressed after, and their articles looked
 * up one by one: as a join or with `exists` SQLite would begin by reading all articles.
 */
export function listNewestComments(db: Db, limit: number) {
  const newest = db
    .selectFrom('comments')
    .selectAll()
    .where(sql<SqlBool>`comments.state = 'shown' and comments."removedAt" is null`) // as its index says
    .where(
      ({ selectFrom }) => selectFrom('articles').select('id').where(listed).whereRef('articles.id', '=', 'articleId'),
      'is not',
      null,
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .as('newest');

  return db
    .selectFrom(newest)
    .innerJoin('articles', 'articles.id', 'newest.articleId')
    .innerJoin('users', 'users.id', 'newest.authorId')
    .select(['newest.id', 'newest.text', 'newest.createdAt', 'users.nickname'])
    .select(['articles.id as articleId', 'articles.title as articleTitle'])
    .orderBy('newest.createdAt', 'desc')
    .orderBy('newest.id', 'desc')
    .execute();
}
