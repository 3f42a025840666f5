import type { ArticleCard } from '@mojian/contract/content/articles';
import { commentingOf } from '@mojian/contract/core/modes';
import type { ArticleKind } from '@mojian/contract/platform/rules';
import { readingMinutes } from '@mojian/markdown/words';
import { readSettings } from '../../core/settings/settings.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { shownCover } from '../article-covers/choose-cover.ts';
import { articlePaths } from '../slugs/slugs.ts';
import { readTypeOf } from './articles.policy.ts';
import {
  type CardRow,
  findNewestId,
  listCardsById,
  listFeatured,
  listRecommended,
  listTagsOf,
  listTitled,
  recommendedAtMost,
} from './articles.queries.ts';
import { allArticles, listIds, sumsOfList } from './lists.queries.ts';

/** Lists contain articles only and leave their kind out. */
type Row = CardRow & { kind?: ArticleKind };

/** Builds cards in the order of the rows; one query loads the tags of all. */
export async function presentCards(db: Db, rows: Row[]): Promise<ArticleCard[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const tags = Map.groupBy(await listTagsOf(db, ids), ({ articleId }) => articleId);
  const pathOf = await articlePaths(db);
  const hidesAll = commentingOf((await readSettings(db)).features.comments) === 'hidden';
  return rows.map((row) => ({
    ...present(row),
    ...(hidesAll && { comments: 0 }),
    path: pathOf(withName(row)),
    tags: tags.get(row.id) ?? [],
  }));
}

/** Hides the slug of unpublished articles. */
function withName({ id, slug, state, kind }: Row) {
  return { id, kind, slug: state === 'published' ? slug : null };
}

function present(row: Row): Omit<ArticleCard, 'tags' | 'path'> {
  const { id, title, summary, focusX, focusY, words, views, likes, comments } = row;
  return {
    id,
    title,
    summary,
    ...coverOf(row),
    focusX,
    focusY,
    words,
    views,
    likes,
    comments,
    readType: readTypeOf(row),
    coverNumber: shownCover(row),
    category: categoryOf(row),
    author: { id: row.authorId, nickname: row.nickname, avatar: row.avatar, guest: row.isGuest === 1 },
    isAlbum: row.albumId !== null,
    original: row.original === 1,
    pinned: row.pinned === 1,
    minutes: readingMinutes(words),
    publishedAt: isoTime(row.publishedAt ?? row.createdAt),
    // as in feeds and the sitemap: moved articles may have been edited before they were published
    updatedAt: isoTime(Math.max(row.updatedAt, row.publishedAt ?? 0)),
  };
}

/** The chosen cover, else the first photograph of the text. */
function coverOf({ cover, photograph, photographWidth }: Row) {
  return cover === '' && photograph ? { cover: photograph, coverWidth: photographWidth ?? 0 } : { cover };
}

function categoryOf({ categoryId, categoryName, pigment }: Row) {
  return categoryId === null ? null : { id: categoryId, name: categoryName ?? '', pigment: pigment ?? 'plain' };
}

/** Lists the articles that the owner features, in their order. */
export async function featuredArticles(db: Db): Promise<ArticleCard[]> {
  return presentCards(db, await listFeatured(db));
}

export async function newestArticle(db: Db): Promise<ArticleCard | undefined> {
  const id = await findNewestId(db);
  return id === undefined ? undefined : (await cardsOf(db, [id]))[0];
}

/** The newest pinned article. */
export async function pinnedArticle(db: Db): Promise<ArticleCard | undefined> {
  const sums = await sumsOfList(db, allArticles);
  if (sums.pinned === 0) return undefined;
  return (await cardsOf(db, await listIds(db, allArticles, 'new', { limit: 1, offset: 0 }, sums)))[0];
}

/** Articles that the owner recommends, then the most read: more than the home page shows. */
export async function recommendedArticles(db: Db) {
  const chosen = await listRecommended(db);
  const ids = chosen.map(({ id }) => id);
  const others = chosen.length < recommendedAtMost ? await listMostRead(db) : [];
  const all = [...chosen, ...others.filter(({ id }) => !ids.includes(id))].slice(0, recommendedAtMost);
  const pathOf = await articlePaths(db);
  return all.map((article) => ({ ...article, path: pathOf(article) }));
}

/** Articles up to which a site has no most read ones: the home page shows them all. */
const fewArticles = 5;

async function listMostRead(db: Db) {
  const sums = await sumsOfList(db, allArticles);
  if (sums.articles <= fewArticles) return [];
  const ids = await listIds(db, allArticles, 'hot', { limit: recommendedAtMost, offset: 0 }, sums);
  return inOrder(ids, await listTitled(db, ids));
}

/** Loads cards in the order of `ids`, without those that are not public. */
export async function cardsOf(db: Db, ids: number[]): Promise<ArticleCard[]> {
  if (ids.length === 0) return [];
  return presentCards(db, inOrder(ids, await listCardsById(db, ids)));
}

function inOrder<Row extends { id: number }>(ids: number[], rows: Row[]) {
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
