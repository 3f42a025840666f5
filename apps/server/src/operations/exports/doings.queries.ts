import { toldTitle } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';

export function listBlocks(db: Db, userId: number) {
  return db
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocks.blockedId')
    .select(['users.id', 'users.nickname', 'blocks.createdAt'])
    .where('blocks.userId', '=', userId)
    .orderBy('blocks.createdAt')
    .orderBy('users.id')
    .execute();
}

export function listCollects(db: Db, userId: number) {
  return db
    .selectFrom('collects')
    .innerJoin('articles', 'articles.id', 'collects.articleId')
    .select(['collects.articleId', toldTitle.as('title'), 'collects.createdAt'])
    .where('collects.userId', '=', userId)
    .orderBy('collects.createdAt')
    .orderBy('collects.articleId')
    .execute();
}

export function listLikes(db: Db, userId: number) {
  return db
    .selectFrom('likes')
    .select(['kind', 'targetId', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('kind')
    .orderBy('targetId')
    .execute();
}

export function listNotices(db: Db, userId: number) {
  return db
    .selectFrom('notices')
    .select(['id', 'kind', 'title', 'text', 'link', 'count', 'readAt', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}
