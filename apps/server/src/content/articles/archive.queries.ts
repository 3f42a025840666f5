import { sql } from 'kysely';
import { chinaOffset, dayLength } from '../../platform/dates.ts';
import { listed } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';
import { orders } from './cards.queries.ts';

/** How many listed articles, and how many words, each Chinese day brought; oldest first. */
export function countByDay(db: Db) {
  const day = sql<number>`("publishedAt" + ${sql.lit(chinaOffset)}) / ${sql.lit(dayLength)}`;
  return db
    .selectFrom('articles')
    .select(({ fn }) => [day.as('day'), fn.countAll<number>().as('count'), fn.sum<number>('words').as('words')])
    .where(listed)
    .groupBy(day)
    .orderBy(day)
    .execute();
}

/** Rows of the archive published from one moment until before another, newest first. */
export function listPublishedBetween(db: Db, from: number, until: number) {
  return db
    .selectFrom('articles')
    .leftJoin('categories', 'categories.id', 'articles.categoryId')
    .select(['articles.id', 'articles.slug', 'articles.title', 'articles.publishedAt', 'categories.name as category'])
    .where(listed)
    .where('articles.publishedAt', '>=', from)
    .where('articles.publishedAt', '<', until)
    .orderBy(orders.time)
    .execute();
}
