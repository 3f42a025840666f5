import { sql } from 'kysely';
import { isPage, listed, publicHtml, shown } from '../../platform/db/conditions.ts';
import type { ArticleListKind, Db } from '../../platform/db/schema.ts';

/** Articles edited before their publication count as changed at publication. */
const changedAt = sql<number>`case when articles."publishedAt" > articles."updatedAt"
  then articles."publishedAt" else articles."updatedAt" end`;

/** The newest articles that everybody finds; `only`: of these. */
export function listNewest(db: Db, limit: number, only?: number[]) {
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
      'articles.original',
      'articles.hasAiContent',
      'articles.sourceAuthor',
      'articles.publishedAt',
      'articles.updatedAt',
      'articles.version',
      'users.nickname',
      'categories.name as category',
    ])
    .where(listed)
    .$if(only !== undefined, (articles) => articles.where('articles.id', 'in', only ?? []))
    .orderBy(sql`articles."publishedAt" desc, articles.id desc`)
    .limit(limit)
    .execute();
}

/** Ids of the newest in a list that triggers keep: those of the pinned and of the others, each in the order of its index. */
export async function listNewestIdsOf(db: Db, list: { kind: ArticleListKind; targetId: number }, limit: number) {
  const newest = (pinned: number) =>
    db
      .selectFrom('articleListings')
      .select('articleId')
      .where('kind', '=', list.kind)
      .where('targetId', '=', list.targetId)
      .where('pinned', '=', pinned)
      .orderBy('publishedAt', 'desc')
      .limit(limit)
      .execute();
  const rows = await Promise.all([newest(0), newest(1)]);
  return rows.flat().map(({ articleId }) => articleId);
}

/** Ids of the newest articles of a series, from the index of its articles. */
export async function listNewestIdsInSeries(db: Db, seriesId: number, limit: number) {
  const rows = await db
    .selectFrom('articles')
    .select('id')
    .where('seriesId', '=', seriesId)
    .where(listed)
    .orderBy('publishedAt', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** A category with listed articles. */
export function findListedCategory(db: Db, id: number) {
  return db
    .selectFrom('categories')
    .innerJoin('articleLists', 'articleLists.targetId', 'categories.id')
    .select(['categories.name', 'categories.intro'])
    .where('articleLists.kind', '=', 'category')
    .where('categories.id', '=', id)
    .executeTakeFirst();
}

/** A tag of listed articles: those of drafts stay private. */
export function findListedTag(db: Db, id: number) {
  return db
    .selectFrom('tags')
    .innerJoin('articleLists', 'articleLists.targetId', 'tags.id')
    .select('tags.name')
    .where('articleLists.kind', '=', 'tag')
    .where('tags.id', '=', id)
    .executeTakeFirst();
}

/** A series with listed articles. */
export function findListedSeries(db: Db, id: number) {
  return db
    .selectFrom('series')
    .innerJoin('users', 'users.id', 'series.authorId')
    .select(['series.name', 'series.intro', 'users.nickname as author'])
    .where('series.articles', '>', 0)
    .where('series.id', '=', id)
    .executeTakeFirst();
}

export function findOpening(db: Db, id: number) {
  return db.selectFrom('articles').select(publicHtml.as('html')).where('id', '=', id).executeTakeFirst();
}

/** Addresses under which articles were sent before ids were kept. */
export function listFeedPaths(db: Db, ids: number[]) {
  return db.selectFrom('feedPaths').select(['articleId', 'path']).where('articleId', 'in', ids).execute();
}

export function findFeedOrigin(db: Db) {
  return db.selectFrom('feedOrigin').select(['url', 'name']).executeTakeFirst();
}

/** Keeps the first of several processes. */
export async function insertFeedOrigin(db: Db, origin: { url: string; name: string }) {
  const row = { id: 1, ...origin };
  await db
    .insertInto('feedOrigin')
    .values(row)
    .onConflict((known) => known.doNothing())
    .execute();
}

/** Articles per part of the sitemap, as the triggers number the parts (`migrations/start/notes.ts`). */
const partLength = 5000;

const isInPart = (part: unknown) =>
  sql<boolean>`articles.id >= ${part} * ${sql.lit(partLength)} and articles.id < (${part} + 1) * ${sql.lit(partLength)}`;

/** Parts of the sitemap that have articles, with the number of their changes. */
export function listSitemapRanges(db: Db) {
  return db
    .selectFrom('sitemapParts')
    .select(['part', 'changes'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('articles')
          .select('articles.id')
          .where(listed)
          .where(isInPart(sql.ref('sitemapParts.part'))),
      ),
    )
    .orderBy('part')
    .execute();
}

export async function findPart(db: Db, part: number) {
  const found = await db.selectFrom('sitemapParts').select('changes').where('part', '=', part).executeTakeFirst();
  if (!found) return undefined;
  const article = db
    .selectFrom('articles')
    .select('id')
    .where(listed)
    .where(isInPart(sql.lit(part)))
    .limit(1);
  return (await article.executeTakeFirst()) && found;
}

export function listArticleTimes(db: Db, part: number) {
  return db
    .selectFrom('articles')
    .select(['id', 'slug', changedAt.as('updatedAt')])
    .where(listed)
    .where(isInPart(sql.lit(part)))
    .orderBy('id')
    .execute();
}

export async function findNewestTime(db: Db) {
  const newest = await db
    .selectFrom('articles')
    .select(changedAt.as('updatedAt'))
    .where(listed)
    .orderBy(sql`articles."publishedAt" desc, articles.id desc`)
    .limit(1)
    .executeTakeFirst();
  return newest?.updatedAt;
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

/** Categories or tags with listed articles, and when the newest of these was published. */
export function listListTimes(db: Db, kind: 'category' | 'tag') {
  return db
    .selectFrom('articleLists')
    .select(['targetId as id', 'newestAt as updatedAt'])
    .where('kind', '=', kind)
    .orderBy('targetId')
    .execute();
}

/** Series with listed articles, when they were last named, and when the newest article was published. */
export function listSeriesTimes(db: Db) {
  return db
    .selectFrom('series')
    .select(['id', 'updatedAt as namedAt', 'newestAt as updatedAt'])
    .where('articles', '>', 0)
    .orderBy('id')
    .execute();
}
