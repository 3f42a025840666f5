import { type Expression, sql } from 'kysely';
import { listed } from '../articles/listed.ts';
import type { Db } from '../db/schema.ts';

/** All a feed shows of its newest articles but their text. */
export function listNewest(db: Db, limit: number) {
  return db
    .selectFrom('articles')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .leftJoin('categories', 'categories.id', 'articles.categoryId')
    .select(['articles.id', 'articles.slug', 'articles.title', 'articles.summary', 'articles.readType'])
    .select('articles.importHash')
    .select(['articles.publishedAt', 'articles.updatedAt', 'users.nickname', 'categories.name as category'])
    .where(listed)
    .orderBy(sql`articles."publishedAt" desc, articles.id desc`)
    .limit(limit)
    .execute();
}

export function listOpenings(db: Db, ids: number[]) {
  return db.selectFrom('articles').select(['id', 'openingHtml']).where('id', 'in', ids).execute();
}

export function listTagNames(db: Db, ids: number[]) {
  return db
    .selectFrom('articleTags')
    .innerJoin('tags', 'tags.id', 'articleTags.tagId')
    .select(['articleId', 'tags.name'])
    .where('articleId', 'in', ids)
    .orderBy('tags.id')
    .execute();
}

export function listArticleTimes(db: Db) {
  return db
    .selectFrom('articles')
    .select(['id', 'slug', 'publishedAt', 'updatedAt'])
    .where(listed)
    .orderBy('id')
    .execute();
}

/** Categories that have listed articles, with the time of their newest change. */
export function listCategoryTimes(db: Db) {
  return db
    .selectFrom('articles')
    .select(({ ref }) => ['categoryId as id', latest(ref('articles.updatedAt'))])
    .where(listed)
    .where('categoryId', 'is not', null)
    .groupBy('categoryId')
    .orderBy('categoryId')
    .$narrowType<{ id: number }>()
    .execute();
}

export function listTagTimes(db: Db) {
  return db
    .selectFrom('articleTags')
    .innerJoin('articles', 'articles.id', 'articleTags.articleId')
    .select(({ ref }) => ['tagId as id', latest(ref('articles.updatedAt'))])
    .where(listed)
    .groupBy('tagId')
    .orderBy('tagId')
    .execute();
}

const latest = (time: Expression<number>) => sql<number>`max(${time})`.as('updatedAt');
