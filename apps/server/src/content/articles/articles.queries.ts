import { sql } from 'kysely';
import { chinaOffset, dayLength } from '../../platform/dates.ts';
import { isPage, listed, shown } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

export type Filter = {
  categoryId?: number | undefined;
  tagId?: number | undefined;
  authorId?: number | undefined;
};

type Slice = { limit: number; offset?: number };

/** Ends every order with the id, so that pages never overlap; each order has its index. */
export const orders = {
  new: sql`articles.pinned desc, articles."publishedAt" desc, articles.id desc`,
  hot: sql`articles.views desc, articles.id desc`,
  time: sql`articles."publishedAt" desc, articles.id desc`,
};

function selectCards(db: Db) {
  return db
    .selectFrom('articles')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .leftJoin('categories', 'categories.id', 'articles.categoryId')
    .select([
      'articles.id',
      'articles.slug',
      'articles.state',
      'articles.title',
      'articles.summary',
      'articles.cover',
      'articles.coverNumber',
      'articles.focusX',
      'articles.focusY',
      'articles.original',
      'articles.pinned',
      'articles.readType',
      'articles.words',
      'articles.views',
      'articles.likes',
      'articles.comments',
      'articles.publishedAt',
      'articles.updatedAt',
      'articles.createdAt',
      'articles.authorId',
      'users.nickname',
      'users.avatar',
      'users.isGuest',
      'articles.categoryId',
      'categories.name as categoryName',
    ]);
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

export function listMostReadArticles(db: Db, which: 'all' | 'recommended', limit: number) {
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

/** Finds an article in any state; the caller decides who may see it. */
export function findArticle(db: Db, id: number) {
  return selectCards(db)
    .select([
      'articles.kind',
      'articles.removedAt',
      'articles.html',
      'articles.openingHtml',
      'articles.headings',
      'articles.openingHeadings',
      'articles.hasDiagram',
      'articles.keywords',
      'articles.sourceUrl',
      'articles.description',
      'articles.sourceAuthor',
      'articles.collects',
      'articles.seriesId',
      'articles.commenting',
    ])
    .where('articles.id', '=', id)
    .executeTakeFirst();
}

export function findNeighbour(db: Db, side: 'before' | 'after', of: { id: number; publishedAt: number }) {
  const [operator, direction] = side === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  return db
    .selectFrom('articles')
    .select(['id', 'slug', 'title'])
    .where(listed)
    .where(sql<boolean>`("publishedAt", id) ${operator} (${of.publishedAt}, ${of.id})`)
    .orderBy(sql`"publishedAt" ${direction}, id ${direction}`)
    .limit(1)
    .executeTakeFirst();
}

/** Limits the rows joined: a common tag has thousands of articles. */
const candidates = 50;

/** Listed articles that share tags with this one: most shared first, then newest. */
export function listSharingTags(db: Db, id: number) {
  return db
    .with('sharing', (cte) =>
      cte
        .selectFrom('articleTags')
        .select(({ fn }) => ['articleId', fn.countAll<number>().as('shared')])
        .where('articleId', '<>', id)
        .where('tagId', 'in', (own) => own.selectFrom('articleTags').select('tagId').where('articleId', '=', id))
        .groupBy('articleId')
        .orderBy('shared', 'desc')
        .orderBy('articleId', 'desc')
        .limit(candidates),
    )
    .selectFrom('sharing')
    .innerJoin('articles', 'articles.id', 'sharing.articleId')
    .select(['articles.id', 'shared'])
    .where(listed)
    .orderBy('shared', 'desc')
    .orderBy(orders.time)
    .execute();
}

export async function listNewestIdsOf(db: Db, categoryId: number, except: number[], limit: number) {
  const rows = await db
    .selectFrom('articles')
    .select('articles.id')
    .where(listed)
    .where('categoryId', '=', categoryId)
    .where('articles.id', 'not in', except)
    .orderBy(orders.time)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export async function listPageIds(db: Db | Trx, among: number[]) {
  if (among.length === 0) return [];
  const rows = await db.selectFrom('articles').select('id').where('id', 'in', among).where(isPage).execute();
  return rows.map(({ id }) => id);
}

/** Selects the fields of a search result; the opening is public, the full text is not selected. */
export function listResults(db: Db, ids: number[]) {
  return db
    .selectFrom('articles')
    .select(['id', 'kind', 'slug', 'title', 'summary', 'openingHtml'])
    .where(shown)
    .where('id', 'in', ids)
    .execute();
}

export function countArticlesByDay(db: Db) {
  const day = sql<number>`("publishedAt" + ${sql.lit(chinaOffset)}) / ${sql.lit(dayLength)}`;
  return db
    .selectFrom('articles')
    .select(({ fn }) => [day.as('day'), fn.countAll<number>().as('count'), fn.sum<number>('words').as('words')])
    .where(listed)
    .groupBy(day)
    .orderBy(day)
    .execute();
}

/** Archive rows with `from` <= publishedAt < `until`, newest first. */
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

export function selectCarousel(db: Db | Trx) {
  return db
    .selectFrom('articles')
    .select(['id', 'title'])
    .where(listed)
    .where(sql<boolean>`featured = 1`)
    .orderBy('featuredPosition')
    .orderBy(orders.time)
    .execute();
}

export async function setCarouselPlace(trx: Trx, id: number, featuredPosition: number) {
  await trx.updateTable('articles').set({ featuredPosition }).where('id', '=', id).execute();
}
