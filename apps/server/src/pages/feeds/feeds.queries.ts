import { sql } from 'kysely';
import { isPage, listed, publicHtml, shown } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';

/** Articles edited before their publication count as changed at publication. */
const changedAt = sql<number>`case when articles."publishedAt" > articles."updatedAt"
  then articles."publishedAt" else articles."updatedAt" end`;

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
      'articles.original',
      'articles.sourceAuthor',
      'articles.publishedAt',
      'articles.updatedAt',
      'articles.version',
      'users.nickname',
      'categories.name as category',
    ])
    .where(listed)
    .orderBy(sql`articles."publishedAt" desc, articles.id desc`)
    .limit(limit)
    .execute();
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
