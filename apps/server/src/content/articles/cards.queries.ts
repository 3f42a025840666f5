import { sql } from 'kysely';
import { listed } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';

export type Filter = {
  categoryId?: number | undefined;
  tagId?: number | undefined;
  authorId?: number | undefined;
};

type Slice = { limit: number; offset?: number };

/** Every order ends with the id, so that pages never overlap. Each has its index. */
export const orders = {
  new: sql`articles.pinned desc, articles."publishedAt" desc, articles.id desc`,
  hot: sql`articles.views desc, articles.id desc`,
  time: sql`articles."publishedAt" desc, articles.id desc`,
};

/** What a card shows of an article, its author and its category. */
export function selectCards(db: Db) {
  return db
    .selectFrom('articles')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .leftJoin('categories', 'categories.id', 'articles.categoryId')
    .select(['articles.id', 'articles.slug', 'articles.state', 'articles.title', 'articles.summary', 'articles.cover'])
    .select(['articles.coverNumber', 'articles.focusX', 'articles.focusY', 'articles.original'])
    .select(['articles.pinned', 'articles.readType', 'articles.words', 'articles.views', 'articles.likes'])
    .select(['articles.comments', 'articles.publishedAt', 'articles.updatedAt', 'articles.createdAt'])
    .select(['articles.authorId', 'users.nickname', 'users.avatar'])
    .select(['articles.categoryId', 'categories.name as categoryName']);
}

export type CardRow = Awaited<ReturnType<typeof listCards>>[number];

export function listCards(db: Db, filter: Filter, sort: keyof typeof orders, { limit, offset = 0 }: Slice) {
  return selectCards(db)
    .where(listed)
    .where(within(filter))
    .orderBy(orders[sort])
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countListed(db: Db, filter: Filter = {}) {
  const { total } = await db
    .selectFrom('articles')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(listed)
    .where(within(filter))
    .executeTakeFirstOrThrow();
  return total;
}

export function listCardsById(db: Db, ids: number[]) {
  return selectCards(db).where(listed).where('articles.id', 'in', ids).execute();
}

export function listFeatured(db: Db, limit: number) {
  return selectCards(db)
    .where(listed)
    .where(sql<boolean>`featured = 1`)
    .orderBy('featuredPosition')
    .orderBy(orders.time)
    .limit(limit)
    .execute();
}

export function listTagsOf(db: Db, articleIds: number[]) {
  return db
    .selectFrom('articleTags')
    .innerJoin('tags', 'tags.id', 'articleTags.tagId')
    .select(['articleTags.articleId', 'tags.id', 'tags.name'])
    .where('articleTags.articleId', 'in', articleIds)
    .orderBy('tags.id')
    .execute();
}

/** The most read, either of all or of those recommended by hand. */
export function listMostRead(db: Db, which: 'all' | 'recommended', limit: number) {
  return db
    .selectFrom('articles')
    .select(['id', 'slug', 'title', 'views'])
    .where(listed)
    .$if(which === 'recommended', (articles) => articles.where(sql<boolean>`recommended = 1`))
    .orderBy(orders.hot)
    .limit(limit)
    .execute();
}

function within({ categoryId, tagId, authorId }: Filter) {
  const conditions = [sql`1 = 1`];
  if (categoryId !== undefined) conditions.push(sql`articles."categoryId" = ${categoryId}`);
  if (tagId !== undefined)
    conditions.push(sql`articles.id in (select "articleId" from "articleTags" where "tagId" = ${tagId})`);
  if (authorId !== undefined) conditions.push(sql`articles."authorId" = ${authorId}`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
