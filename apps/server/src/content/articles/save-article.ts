import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { readTypes } from '@mojian/contract/platform/rules';
import { plainParagraphs } from '@mojian/markdown/text';
import { countWords } from '@mojian/markdown/words';
import { findPictureSizes } from '../../core/uploads/uploads.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import { categoryNamed } from '../categories/categories.ts';
import { removeUnusedTags, tagsNamed } from '../tags/tags.ts';
import { askText, checkStructure } from '../text/ask-text.ts';
import type { TextToRender } from '../text/text-tasks.ts';
import * as queries from './write.queries.ts';

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

/** An article as its author gives it. What is left out of category and tags is taken away from a saved one. */
export type ArticleDraft = {
  authorId: number;
  title: string;
  markdown: string;
  /** Made from what anyone may read when left out or empty. */
  summary?: string | undefined;
  category?: string | null | undefined;
  tags?: string[] | undefined;
  cover?: string | undefined;
  coverNumber?: number | null | undefined;
  keywords?: string | undefined;
  original?: boolean | undefined;
  sourceUrl?: string | undefined;
  sourceAuthor?: string | undefined;
  /** What of the cover stays in sight, in per cent. */
  focusX?: number | undefined;
  focusY?: number | undefined;
  slug?: string | null | undefined;
  description?: string | undefined;
  seriesId?: number | null | undefined;
  readType?: number | undefined;
  commenting?: 'open' | 'closed' | 'hidden' | undefined;
  state: Schema['articles']['state'];
  pinned?: boolean | undefined;
  featured?: boolean | undefined;
  recommended?: boolean | undefined;
  /** Milliseconds. Published without one means now. */
  publishedAt: number | null;
  updatedAt?: number | undefined;
  importKey?: string | undefined;
  importHash?: string | undefined;
  /** Milliseconds. Given for what nobody is to be told of any more. */
  announcedAt?: number | undefined;
};

/**
 * A draft both databases can keep: PostgreSQL takes no NUL and neither takes half a surrogate pair. Names of tags and
 * categories lose the white space that cannot be seen, and empty or repeated ones go.
 */
function tidyDraft(draft: ArticleDraft): ArticleDraft {
  return {
    ...draft,
    ...standing(draft),
    title: oneLine(draft.title),
    markdown: storable(draft.markdown),
    summary: oneLine(draft.summary ?? ''),
    category: oneLine(draft.category ?? '') || null,
    tags: [...new Set((draft.tags ?? []).map(oneLine))].filter(Boolean),
    cover: draft.cover && storable(draft.cover),
    keywords: draft.keywords && oneLine(draft.keywords),
    sourceUrl: draft.sourceUrl && storable(draft.sourceUrl),
    sourceAuthor: draft.sourceAuthor && oneLine(draft.sourceAuthor),
    description: draft.description && oneLine(draft.description),
  };
}

/** What is its author's alone has a state of its own: whatever asks for published articles never meets it. */
function standing({ state, readType }: ArticleDraft): Pick<ArticleDraft, 'state' | 'readType'> {
  const isPrivate = state === 'private' || readType === readTypes.onlyAuthor;
  return isPrivate ? { state: 'private', readType: readTypes.onlyAuthor } : { state, readType };
}

function oneLine(text: string) {
  return storable(text).replace(/\s+/g, ' ').trim();
}

function storable(text: string) {
  return text.toWellFormed().replaceAll('\0', '');
}

type PictureSizes = NonNullable<TextToRender['pictureSizes']>;

type Rendered = Awaited<ReturnType<typeof renderArticle>>;

type Site = Pick<TextToRender, 'siteUrl' | 'pictureSizes'>;

/**
 * Everything an article's row keeps of its text, made in the text process.
 * @throws Failure invalid-input at `markdown` for a text that takes too much time or memory.
 */
function renderArticle(
  { markdown, summary, readType }: Pick<TextToRender, 'markdown' | 'summary' | 'readType'>,
  site: Site,
) {
  return askText('renderText', { markdown, summary, readType, ...site });
}

export type Reading = Pick<Rendered, 'html' | 'headings' | 'hasDiagram' | 'words'>;

/** A text that is not published yet, for who has to read it whatever is in it: what is refused is shown as written. */
export async function renderForReading(markdown: string, site: Site): Promise<Reading> {
  try {
    await checkStructure(markdown);
    return await renderArticle({ markdown }, site);
  } catch (error) {
    if (!isFailure(error) || error.id !== 'invalid-input') throw error;
    const html = `<p><strong>${error.message}。下面是没有排版的原文。</strong></p>\n${plainParagraphs(markdown)}`;
    return { html, headings: '[]', hasDiagram: 0, words: countWords(markdown) };
  }
}
