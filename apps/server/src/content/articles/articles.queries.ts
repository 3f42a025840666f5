import { type RawBuilder, sql } from 'kysely';
import { compiledOnce } from '../../platform/db/compiled.ts';
import { chosenReadType, isPage, listed, publicHtml, shown } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** Ends with the id, so that pages never overlap. */
export const byTime = sql`articles."publishedAt" desc, articles.id desc`;
const byViews = sql`views desc, id desc`;

/** Number of comments that may be read. Hidden ones are found by the index `articlesHidingComments`, so that no long row is read. */
const shownComments = sql<number>`case when exists (
  select 1 from articles as hiding where hiding.commenting = 'hidden' and (-hiding.id) = -articles.id
) then 0 else articles.comments end`.as('comments');

const isHighlighted = sql<number>`case when exists (
  select 1 from passages where passages."articleId" = articles.id
) then 1 else 0 end`.as('isHighlighted');

function selectCards(db: Db | Trx) {
  return db
    .selectFrom('articles')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .leftJoin('categories', 'categories.id', 'articles.categoryId')
    .leftJoin('articleCovers', 'articleCovers.articleId', 'articles.id')
    .leftJoin('articlePhotographs', 'articlePhotographs.articleId', 'articles.id')
    .leftJoin('albums', 'albums.articleId', 'articles.id')
    .select([
      'articles.id',
      'articles.slug',
      'articles.state',
      'articles.title',
      'articles.summary',
      'articles.cover',
      'articles.coverNumber',
      'articleCovers.drawn',
      'articlePhotographs.url as photograph',
      'articlePhotographs.width as photographWidth',
      'articles.focusX',
      'articles.focusY',
      'articles.original',
      'articles.pinned',
      chosenReadType.as('readType'),
      'articles.words',
      'articles.views',
      'articles.likes',
      shownComments,
      'articles.publishedAt',
      'articles.updatedAt',
      'articles.createdAt',
      'articles.authorId',
      'users.nickname',
      'users.avatar',
      'users.isGuest',
      'articles.categoryId',
      'categories.name as categoryName',
      'categories.pigment',
      'albums.articleId as albumId',
    ]);
}

export type CardRow = Awaited<ReturnType<typeof listCardsById>>[number];

const cardsById = compiledOnce((db, { ids }: { ids: number[] }) =>
  selectCards(db).where(listed).where('articles.id', 'in', ids),
);

export function listCardsById(db: Db, ids: number[]) {
  return cardsById(db, { ids });
}

/** Featured articles of the home page at most. */
const featuredAtMost = 5;

const featured = compiledOnce((db) =>
  selectCards(db)
    .where(listed)
    .where(sql<boolean>`featured = 1`)
    .orderBy('featuredPosition')
    .orderBy(byTime)
    .limit(featuredAtMost),
);

export function listFeatured(db: Db) {
  return featured(db, {});
}

const tagsOf = compiledOnce((db, { articleIds }: { articleIds: number[] }) =>
  db
    .selectFrom('articleTags')
    .innerJoin('tags', 'tags.id', 'articleTags.tagId')
    .select(['articleTags.articleId', 'tags.id', 'tags.name'])
    .where('articleTags.articleId', 'in', articleIds)
    .orderBy('tags.id'),
);

export function listTagsOf(db: Db, articleIds: number[]) {
  return tagsOf(db, { articleIds });
}

/** Picture and focal point of an album's cover; undefined for other articles. */
export function findAlbumCover(db: Db, id: number) {
  return db
    .selectFrom('albums')
    .innerJoin('articles', 'articles.id', 'albums.articleId')
    .leftJoin('articlePhotographs', 'articlePhotographs.articleId', 'albums.articleId')
    .select(['articles.cover', 'articles.focusX', 'articles.focusY', 'articlePhotographs.url as photograph'])
    .where('albums.articleId', '=', id)
    .executeTakeFirst();
}

/** Articles whose first photograph was not looked for yet, with their public text. */
export function listWithoutPhotograph(db: Db, limit: number) {
  return db
    .selectFrom('articlePhotographs')
    .innerJoin('articles', 'articles.id', 'articlePhotographs.articleId')
    .select(['articles.id', publicHtml.as('html')])
    .where(sql<boolean>`width is null`)
    .orderBy('articlePhotographs.articleId', 'desc')
    .limit(limit)
    .execute();
}

/** More than the home page shows: some of them stand on it already. */
export const recommendedAtMost = 20;

const recommended = compiledOnce((db) =>
  selectTitled(db).where(listed).where(sql<boolean>`recommended = 1`).orderBy(byViews).limit(recommendedAtMost),
);

/** Articles that the owner recommends, the most read first. */
export function listRecommended(db: Db) {
  return recommended(db, {});
}

const titled = compiledOnce((db, { ids }: { ids: number[] }) => selectTitled(db).where('id', 'in', ids));

export function listTitled(db: Db, ids: number[]) {
  return titled(db, { ids });
}

function selectTitled(db: Db | Trx) {
  return db.selectFrom('articles').select(['id', 'slug', 'title', 'views']);
}

const newest = compiledOnce((db) => selectNewest(db, 1));

export async function findNewestId(db: Db) {
  return (await newest(db, {}))[0]?.id;
}

export async function listNewestIds(db: Db, limit: number) {
  const rows = await selectNewest(db, limit).execute();
  return rows.map(({ id }) => id);
}

function selectNewest(db: Db | Trx, limit: number) {
  return db.selectFrom('articles').select('articles.id').where(listed).orderBy(byTime).limit(limit);
}

const articleById = compiledOnce((db, { id }: { id: number }) =>
  selectCards(db)
    .leftJoin('articlePasswords', 'articlePasswords.articleId', 'articles.id')
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
      'albums.place as albumPlace',
      'albums.time as albumTime',
      'albums.veil',
      'articles.highlighting',
      'articles.hasAiContent',
      'articlePasswords.hint as passwordHint',
      isHighlighted,
    ])
    .where('articles.id', '=', id),
);

/** Finds an article in any state; the caller decides who may see it. */
export async function findArticle(db: Db, id: number) {
  return (await articleById(db, { id }))[0];
}

type Position = { id: number; publishedAt: number };

const neighbourOn = { before: selectNeighbour(sql`<`, sql`desc`), after: selectNeighbour(sql`>`, sql`asc`) };

function selectNeighbour(operator: RawBuilder<unknown>, direction: RawBuilder<unknown>) {
  return compiledOnce((db, { id, publishedAt }: Position) =>
    db
      .selectFrom('articles')
      .select(['id', 'slug', 'title'])
      .where(listed)
      .where(sql<boolean>`("publishedAt", id) ${operator} (${publishedAt}, ${id})`)
      .orderBy(sql`"publishedAt" ${direction}, id ${direction}`)
      .limit(1),
  );
}

export async function findNeighbour(db: Db, side: 'before' | 'after', { id, publishedAt }: Position) {
  return (await neighbourOn[side](db, { id, publishedAt }))[0];
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
    .select(['id', 'kind', 'slug', 'title', 'summary', publicHtml.as('publicHtml')])
    .where(shown)
    .where('id', 'in', ids)
    .execute();
}

type Slice = { limit: number; offset: number };

/** Archive rows with `from` <= `publishedAt` < `until`, newest first. */
export function listPublishedBetween(db: Db, [from, until]: [number, number], { limit, offset }: Slice) {
  return db
    .selectFrom('articles')
    .leftJoin('categories', 'categories.id', 'articles.categoryId')
    .select(['articles.id', 'articles.slug', 'articles.title', 'articles.publishedAt', 'categories.name as category'])
    .where(listed)
    .where('articles.publishedAt', '>=', from)
    .where('articles.publishedAt', '<', until)
    .orderBy(byTime)
    .limit(limit)
    .offset(offset)
    .execute();
}

export function selectCarousel(db: Db | Trx) {
  return db
    .selectFrom('articles')
    .select(['id', 'title'])
    .where(listed)
    .where(sql<boolean>`featured = 1`)
    .orderBy('featuredPosition')
    .orderBy(byTime)
    .execute();
}
