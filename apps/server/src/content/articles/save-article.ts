import { Failure } from '@mojian/contract/platform/failures';
import { readTypes } from '@mojian/contract/platform/rules';
import { findPictureSizes } from '../../core/uploads/uploads.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import { categoryNamed } from '../categories/categories.ts';
import { removeUnusedTags, tagsNamed } from '../tags/tags.ts';
import { type ArticleDraft, tidyDraft } from './article-draft.ts';
import { type PictureSizes, type Rendered, renderArticle } from './render-article.ts';
import * as queries from './save.queries.ts';

type Parts = { db: Db; search: Search; siteUrl: string };

type Options = {
  /** The article to replace; a new one is made without it. */
  id?: number | undefined;
  /** Sizes of pictures; those of this site's are known without it. */
  pictureSizes?: PictureSizes | undefined;
};

/**
 * Renders, then writes everything in one transaction: the row, its category and tags, its place in the search, and the
 * dropping of the pages that show it. Nobody is told of it: what comes this way was written elsewhere before.
 * @returns the article's id.
 * @throws Failure not-found when there is no article with the given id.
 */
export async function saveArticle(parts: Parts, given: ArticleDraft, { id, pictureSizes }: Options = {}) {
  const ready = await prepareArticle(parts, { ...given, ...told(given) }, pictureSizes);
  const saved = await parts.db.transaction().execute((trx) => writeArticle(trx, parts.search, ready, { id }));
  return saved.id;
}

function told({ state, publishedAt }: ArticleDraft) {
  return state === 'published' ? { announcedAt: publishedAt ?? Date.now() } : {};
}

export type ReadyArticle = Awaited<ReturnType<typeof prepareArticle>>;

/** Tidies and renders. Waiting for the text process does not belong into a transaction. */
export async function prepareArticle(
  { db, siteUrl }: Omit<Parts, 'search'>,
  given: ArticleDraft,
  sizes?: PictureSizes,
) {
  const draft = tidyDraft(given);
  const pictureSizes = sizes ?? (await findPictureSizes(db, draft.markdown));
  return { draft, rendered: await renderArticle(draft, { siteUrl, pictureSizes }) };
}

/**
 * Writes what was prepared, into the article with the id or a new one.
 * @throws Failure not-found when there is none with this id; stale when it is no longer at the version `from`.
 */
export async function writeArticle(
  trx: Trx,
  search: Search,
  { draft, rendered }: ReadyArticle,
  { id: known, from }: { id?: number | undefined; from?: number },
) {
  const categoryId = draft.category ? await categoryNamed(trx, draft.category) : null;
  const row = rowOf(draft, rendered, categoryId);
  const saved =
    known === undefined
      ? await queries.insertArticle(trx, { ...row, createdAt: row.updatedAt })
      : await queries.updateArticle(trx, known, row, from);
  if (!saved) throw from === undefined ? new Failure('not-found', '文章不存在') : new Failure('stale');

  const { id, removedAt } = saved;
  await writeTags(trx, id, draft.tags ?? []);
  if (draft.state === 'published' && removedAt === null)
    await search.index(trx, { id, title: row.title, summary: row.summary, body: rendered.openingText });
  else await search.remove(trx, id);
  await enqueue(trx, 'drop-pages', { tags: ['articles', `article:${id}`] });
  return saved;
}

/** Gives an article exactly these tags; new ones are made, and those nothing has any more are gone. */
export async function writeTags(trx: Trx, id: number, names: string[]) {
  const before = (await queries.listTagNames(trx, id)).map(({ name }) => name);
  const tags = await tagsNamed(trx, [...before, ...names]);
  const wanted = tags.filter(({ name }) => names.includes(name)).map((tag) => tag.id);
  await queries.replaceTags(trx, id, wanted);
  await removeUnusedTags(
    trx,
    tags.map((tag) => tag.id).filter((tagId) => !wanted.includes(tagId)),
  );
}

function rowOf(draft: ArticleDraft, { openingText: _, ...rendered }: Rendered, categoryId: number | null) {
  const now = Date.now();
  const flag = (value: boolean | undefined) => (value === undefined ? undefined : Number(value));
  return {
    ...rendered,
    authorId: draft.authorId,
    categoryId,
    title: draft.title,
    markdown: draft.markdown,
    cover: draft.cover,
    coverNumber: draft.coverNumber,
    summaryMade: Number(!draft.summary),
    focusX: draft.focusX,
    focusY: draft.focusY,
    slug: draft.slug,
    description: draft.description,
    seriesId: draft.seriesId,
    keywords: draft.keywords,
    original: flag(draft.original),
    sourceUrl: draft.sourceUrl,
    sourceAuthor: draft.sourceAuthor,
    // locked besides, should it ever be shown
    readType: draft.state === 'private' ? readTypes.signedIn : draft.readType,
    commenting: draft.commenting,
    state: draft.state,
    pinned: flag(draft.pinned),
    featured: flag(draft.featured),
    recommended: flag(draft.recommended),
    publishedAt: draft.publishedAt ?? (draft.state === 'published' ? now : null),
    updatedAt: draft.updatedAt ?? now,
    importKey: draft.importKey,
    importHash: draft.importHash,
    announcedAt: draft.announcedAt,
  };
}
