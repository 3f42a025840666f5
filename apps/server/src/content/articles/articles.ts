import type { ArticleCard, ArticleInfo } from '@mojian/contract/content/articles';
import { commentingOf, stricter } from '@mojian/contract/core/features';
import { Failure } from '@mojian/contract/platform/failures';
import type { Page, PageQuery } from '@mojian/contract/platform/fields';
import { requireAuthor } from '../../core/identity/accounts.ts';
import { hasFeature } from '../../core/settings/features.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { withPictures } from '../../core/uploads/public-files.ts';
import type { Db } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Search } from '../../platform/search/search.ts';
import { hasCategory } from '../categories/categories.ts';
import { seriesBox } from '../series/series.ts';
import { articlePaths } from '../slugs/slugs.ts';
import { hasTag } from '../tags/tags.ts';
import { mayReadWhole, maySeeArticle } from './articles.policy.ts';
import * as queries from './articles.queries.ts';
import { countListed, type Filter, listCards } from './articles.queries.ts';
import { cardsOf, presentCards } from './cards.ts';
import { hasOpened, type Reader } from './unlocks.ts';

export async function listArticles(
  db: Db,
  { categoryId, tagId, sort, ...page }: PageQuery & Filter & { sort: 'new' | 'hot' },
): Promise<Page<ArticleCard>> {
  if (categoryId !== undefined && !(await hasCategory(db, categoryId)))
    throw new Failure('not-found', '分类不存在', 'categoryId');
  if (tagId !== undefined && !(await hasTag(db, tagId))) throw new Failure('not-found', '标签不存在', 'tagId');

  const filter = { categoryId, tagId };
  const rows = await listCards(db, filter, sort, sliceOf(page));
  return inPages(await presentCards(db, rows), await countListed(db, filter), page);
}

export async function listArticlesOf(db: Db, { userId, ...page }: PageQuery & { userId: number }) {
  await requireAuthor(db, userId, 'userId');
  const filter = { authorId: userId };
  const rows = await listCards(db, filter, 'time', sliceOf(page));
  return inPages(await presentCards(db, rows), await countListed(db, filter), page);
}

type Deps = { db: Db; search: Search };

/** Shows one article or page: the whole text, or only its opening to those who may not read on. */
export async function showArticle({ db, search }: Deps, reader: Reader, id: number): Promise<ArticleInfo> {
  const article = await findFor(db, reader.viewer, id);
  const [card] = await presentCards(db, [article]);
  if (!card) throw new Failure('not-found');

  const text = await textFor(db, reader, article);
  const isOpen = article.state === 'published' && article.html === article.openingHtml;
  const shown = { cover: card.cover, html: text.html };
  const { features } = await readSettings(db);
  return {
    ...card,
    kind: article.kind,
    ...text,
    ...(isOpen ? shown : await withPictures(db, shown, article)),
    description: article.description,
    keywords: article.keywords,
    sourceUrl: article.sourceUrl,
    sourceAuthor: article.sourceAuthor,
    collects: article.collects,
    ...(article.kind === 'page' ? alone : await surroundings({ db, search }, { ...article, tags: card.tags })),
    commenting: stricter(commentingOf(features.comments), article.commenting),
  };
}

type Surroundings = Pick<ArticleInfo, 'previous' | 'next' | 'related' | 'series'>;

/** A page belongs to no order. */
const alone: Surroundings = { previous: null, next: null, related: [], series: null };

async function surroundings({ db, search }: Deps, article: Article & RelatedTo): Promise<Surroundings> {
  return {
    ...(await neighbours(db, article)),
    related: await relatedArticles({ db, search }, article),
    series: (await hasFeature(db, 'series')) ? await seriesBox(db, article) : null,
  };
}

type Article = NonNullable<Awaited<ReturnType<typeof queries.findArticle>>>;

/** Answers not-found for invisible and unknown articles alike. */
async function findFor(db: Db, viewer: Viewer | null, id: number) {
  const article = await queries.findArticle(db, id);
  if (!article || !maySeeArticle(viewer, article)) throw new Failure('not-found', '文章不存在或尚未发布');
  if (article.removedAt !== null) throw new Failure('gone', '文章已被删除');
  return article;
}

async function textFor(db: Db, reader: Reader, article: Article) {
  const whole = mayReadWhole(reader.viewer, article, await hasOpened(db, reader, article));
  return {
    html: whole ? article.html : article.openingHtml,
    headings: JSON.parse(whole ? article.headings : article.openingHeadings),
    locked: !whole,
    // The column describes the whole text; an opening must not reveal what follows it.
    hasDiagram: article.hasDiagram === 1 && (whole || article.openingHtml.includes('class="mermaid-source"')),
  };
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

const shown = 3;

/** Ignores matches below this score: texts that merely share a few words. */
const alikeFrom = 0.1;

type RelatedTo = { id: number; categoryId: number | null; title: string; summary: string; tags: { name: string }[] };

/**
 * Scores each shared tag 1, similarity of title, summary and tags at most 1; fills up with the newest of the category.
 * Compares public text only.
 */
async function relatedArticles({ db, search }: { db: Db; search: Search }, article: RelatedTo) {
  const { id, categoryId } = article;
  const ids = await listRelated({ db, search }, article);
  if (ids.length < shown && categoryId !== null)
    ids.push(...(await queries.listNewestIdsOf(db, categoryId, [id, ...ids], shown - ids.length)));
  return cardsOf(db, ids);
}

async function listRelated({ db, search }: { db: Db; search: Search }, { id, title, summary, tags }: RelatedTo) {
  const text = [...tags.map(({ name }) => name), summary].join('\n');
  const [sharing, alike] = await Promise.all([
    queries.listSharingTags(db, id),
    search.alike(db, { title, text, besides: id }),
  ]);
  // Map order plus a stable sort keep the newest first among equal scores.
  const scores = new Map(sharing.map((one) => [one.id, one.shared]));
  const pages = await queries.listPageIds(
    db,
    alike.map((one) => one.id),
  );
  for (const one of alike.filter((other) => !pages.includes(other.id)))
    if (one.likeness >= alikeFrom || scores.has(one.id)) scores.set(one.id, (scores.get(one.id) ?? 0) + one.likeness);
  const best = [...scores].sort(([, a], [, b]) => b - a).slice(0, shown);
  return best.map(([related]) => related);
}
