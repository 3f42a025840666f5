import { sql } from 'kysely';
import { isPage, listed, shown } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';

/** Articles edited before their publication count as changed at publication. */
const changedAt = sql<number>`case when articles."publishedAt" > articles."updatedAt"
  then articles."publishedAt" else articles."updatedAt" end`;
const latest = sql<number>`max(${changedAt})`.as('updatedAt');

export function listNewest(db: Db, limit: number) {
  return db
    .selectFrom('articles')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .leftJoin('categories', 'categories.id', 'articles.categoryId')
    .select([
      'articles.id',
      'articles.slug',
      'articles.title',
      'articles.summary',
      'articles.readType',
      'articles.importHash',
      'articles.publishedAt',
      'articles.updatedAt',
      'users.nickname',
      'categories.name as category',
    ])
    .where(listed)
    .orderBy(sql`articles."publishedAt" desc, articles.id desc`)
    .limit(limit)
    .execute();
}

export function listOpenings(db: Db, ids: number[]) {
  return db.selectFrom('articles').select(['id', 'openingHtml']).where('id', 'in', ids).execute();
}

export function listTagNamesByArticle(db: Db, ids: number[]) {
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
    .select(['id', 'slug', changedAt.as('updatedAt')])
    .where(listed)
    .orderBy('id')
    .execute();
}

export function listPageTimes(db: Db) {
  return db
    .selectFrom('articles')
    .select(['id', 'slug', changedAt.as('updatedAt')])
    .where(shown)
    .where(isPage)
    .orderBy('id')
    .execute();
}

/** Categories of listed articles with the time of their newest change. */
export function listCategoryTimes(db: Db) {
  return db
    .selectFrom('articles')
    .select(['categoryId as id', latest])
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
    .select(['tagId as id', latest])
    .where(listed)
    .groupBy('tagId')
    .orderBy('tagId')
    .execute();
}

export function listSeriesTimes(db: Db) {
  return db
    .selectFrom('articles')
    .innerJoin('series', 'series.id', 'articles.seriesId')
    .select(['series.id', sql<number>`max(series."updatedAt")`.as('namedAt'), latest])
    .where(listed)
    .groupBy('series.id')
    .orderBy('series.id')
    .execute();
}
