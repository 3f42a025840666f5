import { type SqlBool, sql } from 'kysely';
import { listed } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';

/** Selects ids by index before joining. */
export function listNewestSays(db: Db, limit: number) {
  const newest = db
    .selectFrom('says')
    .select('id')
    .where(sql<SqlBool>`"isPublic" = 1 and state = 'shown'`) // as their index says
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .as('newest');

  return db
    .selectFrom(newest)
    .innerJoin('says', 'says.id', 'newest.id')
    .innerJoin('users', 'users.id', 'says.authorId')
    .select(['says.id', 'says.html', 'says.createdAt', 'users.nickname', 'users.avatar'])
    .orderBy('says.createdAt', 'desc')
    .orderBy('says.id', 'desc')
    .execute();
}

/**
 * Selects the newest visible comments on listed articles before joining; with a join or `exists` SQLite would scan all
 * articles first.
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
    .select([
      'newest.id',
      'newest.text',
      'newest.createdAt',
      'users.nickname',
      'articles.id as articleId',
      'articles.slug',
      'articles.title as articleTitle',
    ])
    .orderBy('newest.createdAt', 'desc')
    .orderBy('newest.id', 'desc')
    .execute();
}
