import type { ArticleCard, ArticleInfo } from '@mojian/contract/content/articles';
import { darkestVeil } from '@mojian/contract/content/articles';
import { commentingOf, stricter } from '@mojian/contract/core/modes';
import { offerCopies } from '@mojian/contract/core/picture-set';
import { Failure } from '@mojian/contract/platform/failures';
import type { Page, PageQuery } from '@mojian/contract/platform/fields';
import { readTypes } from '@mojian/contract/platform/rules';
import { countPhotographs, layAlbum } from '@mojian/markdown/album';
import { layMedia } from '@mojian/markdown/lay-media';
import { layPhotographs } from '@mojian/markdown/photographs';
import { requireAuthor } from '../../core/identity/accounts.ts';
import { hasFeature } from '../../core/settings/features.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { withPictures } from '../../core/uploads/public-files.ts';
import { findAttachments } from '../../core/uploads/uploads.ts';
import { withCameraNotes } from '../../core/uploads/with-camera-notes.ts';
import type { Db } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { hasCategory } from '../categories/categories.ts';
import { seriesBox } from '../series/series.ts';
import { articlePaths } from '../slugs/slugs.ts';
import { hasTag } from '../tags/tags.ts';
import { mayReadWhole, maySeeArticle } from './articles.policy.ts';
import * as queries from './articles.queries.ts';
import { cardsOf, presentCards } from './cards.ts';
import {
  type ArticleList,
  allArticles,
  type ListOrder,
  listIds,
  listOfYear,
  listTaggedIn,
  sumsOfList,
} from './lists.queries.ts';
import { relatedArticles } from './related.ts';
import { hasOpened, type Reader } from './unlocks.ts';

/**
 * The text of an article as far as the reader may read it, with its number. @throws Failure not-found for invisible and
 * unknown articles alike; gone for a removed one.
 */
export async function readText(db: Db, reader: Reader, id: number) {
  const article = await findFor(db, reader.viewer, id);
  const { html, locked } = await textFor(db, reader, article);
  return { id, html, locked, isPublished: article.state === 'published', highlights: highlightsOf(article) };
}

type Filter = {
  categoryId?: number | undefined;
  tagId?: number | undefined;
  year?: number | undefined;
  sort: ListOrder;
};

export async function listArticles(db: Db, { categoryId, tagId, year, sort, ...page }: PageQuery & Filter) {
  if (categoryId !== undefined && !(await hasCategory(db, categoryId)))
    throw new Failure('not-found', '分类不存在', 'categoryId');
  if (tagId !== undefined && !(await hasTag(db, tagId))) throw new Failure('not-found', '标签不存在', 'tagId');

  if (year !== undefined) return listYear(db, { categoryId, tagId, year }, page);
  if (tagId === undefined) {
    const list: ArticleList = categoryId === undefined ? allArticles : { kind: 'category', targetId: categoryId };
    return listPage(db, list, sort, page);
  }
  if (categoryId === undefined) return listPage(db, { kind: 'tag', targetId: tagId }, sort, page);
  const { ids, total } = await listTaggedIn(db, { categoryId, tagId }, sort, sliceOf(page));
  return inPages(await cardsOf(db, ids), total, page);
}

async function listYear(db: Db, { categoryId, tagId, year }: Omit<Filter, 'sort'> & { year: number }, page: PageQuery) {
  if (categoryId === undefined || tagId !== undefined) throw new Failure('invalid-input', '年份只与分类一起用', 'year');
  const { ids, total } = await listOfYear(db, { kind: 'category', targetId: categoryId }, year, sliceOf(page));
  return inPages(await cardsOf(db, ids), total, page);
}

export async function listArticlesOf(db: Db, { userId, ...page }: PageQuery & { userId: number }) {
  await requireAuthor(db, userId, 'userId');
  return listPage(db, { kind: 'author', targetId: userId }, 'new', page);
}

async function listPage(db: Db, list: ArticleList, sort: ListOrder, page: PageQuery): Promise<Page<ArticleCard>> {
  const sums = await sumsOfList(db, list);
  return inPages(await cardsOf(db, await listIds(db, list, sort, sliceOf(page), sums)), sums.articles, page);
}

/** Shows one article or page: the whole text, or only its opening to those who may not read on. */
export async function showArticle(db: Db, reader: Reader, id: number): Promise<ArticleInfo> {
  const article = await findFor(db, reader.viewer, id);
  const [card] = await presentCards(db, [article]);
  if (!card) throw new Failure('not-found');

  const text = await textFor(db, reader, article);
  const isOpen = article.state === 'published' && article.html === publicHtmlOf(article);
  const laid = layMedia(htmlOf(article, text.html), await findAttachments(db, text.html));
  const html = await withCameraNotes(db, laid, article.authorId);
  const shown = { cover: card.cover, html };
  const { features } = await readSettings(db);
  return {
    ...card,
    kind: article.kind,
    ...text,
    album: albumOf(article, text.html),
    ...(isOpen ? shown : await withPictures(db, shown, article)),
    passwordHint: article.passwordHint ?? '',
    description: article.description,
    keywords: article.keywords,
    sourceUrl: article.sourceUrl,
    sourceAuthor: article.sourceAuthor,
    hasAiContent: article.hasAiContent === 1,
    collects: article.collects,
    ...(article.kind === 'page' ? noRelatedLinks : await relatedLinks(db, article)),
    commenting: stricter(commentingOf(features.comments), article.commenting),
    highlights: features.highlights ? highlightsOf(article) : 'off',
  };
}

type Article = NonNullable<Awaited<ReturnType<typeof queries.findArticle>>>;

function htmlOf({ albumId }: Article, html: string) {
  return offerCopies(albumId === null ? layPhotographs(html) : layAlbum(html));
}

/** Until the cover is measured, its words stand on the darkest ground. */
function albumOf({ albumId, albumPlace, albumTime, veil }: Article, html: string) {
  if (albumId === null) return null;
  return {
    place: albumPlace ?? '',
    time: albumTime ?? '',
    veil: veil ?? darkestVeil,
    pictures: countPhotographs(html),
  };
}

function highlightsOf({ highlighting, isHighlighted }: Article) {
  if (highlighting === 0) return 'off';
  return isHighlighted ? 'some' : 'none';
}

type RelatedLinks = Pick<ArticleInfo, 'previous' | 'next' | 'related' | 'series'>;

/** A page has no neighbours, series or related articles. */
const noRelatedLinks: RelatedLinks = { previous: null, next: null, related: [], series: null };

async function relatedLinks(db: Db, article: Article): Promise<RelatedLinks> {
  return {
    ...(await neighbours(db, article)),
    related: await relatedArticles(db, article),
    series: (await hasFeature(db, 'series')) ? await seriesBox(db, article) : null,
  };
}

/** An article or page whose whole text everyone may read. @throws Failure not-allowed for one that asks for more */
export async function readFreeArticle(db: Db, id: number) {
  const article = await findFor(db, null, id);
  if (article.readType !== readTypes.free) throw new Failure('not-allowed', '这篇文章不是谁都能读完，不能摘出来', 'id');
  const { title, nickname, categoryName, publishedAt, html } = article;
  const pathOf = await articlePaths(db);
  return { title, author: nickname, category: categoryName ?? '', publishedAt, html, path: pathOf(article) };
}

/** Answers not-found for invisible and unknown articles alike. */
async function findFor(db: Db, viewer: Viewer | null, id: number) {
  const article = await queries.findArticle(db, id);
  if (!article || !maySeeArticle(viewer, article)) throw new Failure('not-found', '文章不存在或尚未发布');
  if (article.removedAt !== null) throw new Failure('gone', '文章已被删除');
  return article;
}

async function textFor(db: Db, reader: Reader, article: Article) {
  const whole = mayReadWhole(reader.viewer, article, await hasOpened(db, reader, article));
  const opening = publicHtmlOf(article);
  return {
    html: whole ? article.html : opening,
    headings: JSON.parse(whole ? article.headings : article.openingHeadings),
    locked: !whole,
    // The column describes the whole text; an opening must not reveal what follows it.
    hasDiagram: article.hasDiagram === 1 && (whole || opening.includes('class="mermaid-source"')),
  };
}

/** As `publicHtml` of conditions.ts. */
function publicHtmlOf({ readType, html, openingHtml }: Article) {
  return readType === readTypes.free && openingHtml === '' ? html : openingHtml;
}

async function neighbours(db: Db, { id, publishedAt }: Article) {
  if (publishedAt === null) return { previous: null, next: null };
  const [previous, next] = await Promise.all([
    queries.findNeighbour(db, 'before', { id, publishedAt }),
    queries.findNeighbour(db, 'after', { id, publishedAt }),
  ]);
  const pathOf = await articlePaths(db);
  const titled = (article: typeof next) => (article ? { ...article, path: pathOf(article) } : null);
  return { previous: titled(previous), next: titled(next) };
}
