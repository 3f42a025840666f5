import { Failure } from '@mojian/contract/platform/failures';
import { type ArticleKind, pageReadTypes, readTypes } from '@mojian/contract/platform/rules';
import { storableText } from '@mojian/markdown/storable-text';
import { findPictureSizes } from '../../core/uploads/uploads.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { renewPages } from '../../platform/render/page-changes.ts';
import type { Search } from '../../platform/search/search.ts';
import { fixCover } from '../article-covers/article-covers.ts';
import { type Album, measureCoverEffect, storeAlbum } from '../article-rows/album-rows.ts';
import { insertArticle, storePhotograph, updateArticle } from '../article-rows/article-rows.ts';
import { categoryNamed } from '../categories/categories.ts';
import { removeUnusedTags, setTags, spellTag, tagNamesOf, tagsNamed } from '../tags/tags.ts';
import { askText } from '../text/ask-text.ts';
import type { TextToRender } from '../text/text-tasks.ts';
import { storePassword } from './article-password.ts';
import { documentOf } from './index-articles.ts';
import { chooseRelatedEffect } from './related.ts';
import * as queries from './write.queries.ts';

type Deps = { db: Db; search: Search; siteUrl: string };

type Options = {
  id?: number | undefined;
  /** Sizes of pictures from elsewhere; those of this site's uploads are known. */
  pictureSizes?: PictureSizes | undefined;
};

/**
 * Renders and writes row, category, tags, index and dropped pages in one transaction; notifies nobody, for imports.
 * @returns the article's id
 * @throws Failure not-found for an unknown id
 */
export async function saveArticle(deps: Deps, input: ArticleDraft, { id, pictureSizes }: Options = {}) {
  const ready = await prepareArticle(deps, { ...input, ...announcementOf(input) }, pictureSizes);
  const saved = await deps.db.transaction().execute((trx) => writeArticle(trx, deps.search, ready, { id }));
  return saved.id;
}

/**
 * Changes the text of an article and renders it anew; title, tags, state and dates stay.
 * @returns the versions before and after; undefined when nothing changed
 * @throws Failure invalid-input at `markdown` for a text that takes too much time or memory; too-many-requests while the
 *   text process is busy; stale when something was saved meanwhile
 */
export async function rewriteText({ db, siteUrl }: Omit<Deps, 'search'>, id: number, change: (text: string) => string) {
  const article = await queries.findStoredText(db, id);
  const markdown = article ? change(article.markdown) : undefined;
  if (!article || markdown === undefined || markdown === article.markdown) return undefined;
  const { version: from, readType, state, summary, summaryMade } = article;
  const text = { markdown, readType: state === 'private' ? readTypes.signedIn : readType };
  const pictureSizes = await findPictureSizes(db, markdown);
  const whole = { ...text, summary: summaryMade === 1 ? '' : summary };
  const { openingText: _, photograph, ...rendered } = await renderArticle(whole, { siteUrl, pictureSizes });
  return db.transaction().execute(async (trx) => {
    const saved = await updateArticle(trx, id, { ...rendered, markdown }, from);
    if (!saved) throw new Failure('stale');
    await storePhotograph(trx, id, photograph);
    await enqueue(trx, measureCoverEffect, { id });
    await enqueue(trx, 'drop-pages', { tags: [`article:${id}`] });
    return { from, to: saved.version };
  });
}

function announcementOf({ state, publishedAt }: ArticleDraft) {
  return state === 'published' ? { announcedAt: publishedAt ?? Date.now() } : {};
}

export type ReadyArticle = Awaited<ReturnType<typeof prepareArticle>>;

/** Tidies and renders before the transaction, which must not wait for the text process. */
export async function prepareArticle({ db, siteUrl }: Omit<Deps, 'search'>, input: ArticleDraft, sizes?: PictureSizes) {
  const draft = tidyDraft(input);
  const pictureSizes = sizes ?? (await findPictureSizes(db, draft.markdown));
  return { draft, rendered: await renderArticle(draft, { siteUrl, pictureSizes }) };
}

/**
 * Writes a prepared article over `id` or as a new one.
 * @throws Failure not-found for an unknown id; stale when its version is no longer `from`
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
      ? await insertArticle(trx, { ...row, createdAt: row.updatedAt })
      : await updateArticle(trx, known, row, from);
  if (!saved) throw from === undefined ? new Failure('not-found', '文章不存在') : new Failure('stale');

  const { id, removedAt } = saved;
  await writeTags(trx, id, draft.tags ?? []);
  await storePhotograph(trx, id, rendered.photograph);
  if (draft.album !== undefined) await storeAlbum(trx, id, draft.album);
  await storePassword(trx, id, draft);
  if (draft.state === 'published' && removedAt === null)
    await search.index(trx, { ...documentOf({ ...row, id }), body: rendered.openingText });
  else await search.remove(trx, id);
  await changePages(
    trx,
    saved,
    row.state === 'published' && row.readType === readTypes.free && row.commenting !== 'hidden',
  );
  if (draft.state === 'published') await followPublication(trx, saved, { isImport: from === undefined });
  return saved;
}

type Saved = { id: number; kind: ArticleKind; removedAt: number | null };

/** Imports come by the thousand: their covers and related articles are left to jobs. */
async function followPublication(trx: Trx, { id, kind, removedAt }: Saved, { isImport }: { isImport: boolean }) {
  if (kind === 'article' && removedAt === null) await fixCover(trx, id, { isDrawn: !isImport });
  if (!isImport) await enqueue(trx, chooseRelatedEffect, { id });
}

/** `isOpen`: everybody may read all of it, so that it may come a moment later than what was there. */
function changePages(trx: Trx, saved: Saved, isOpen: boolean) {
  const tags = shownOn(saved);
  return isOpen && saved.removedAt === null ? renewPages(trx, tags) : enqueue(trx, 'drop-pages', { tags });
}

/** Tags of the pages that show an article; a page may stand in the menu, which is on every screen. */
export function shownOn({ id, kind }: { id: number; kind: ArticleKind }) {
  return ['articles', `article:${id}`, ...(kind === 'page' ? ['site'] : [])];
}

/** Replaces an article's tags; creates new ones and deletes those no article uses. */
export async function writeTags(trx: Trx, id: number, names: string[]) {
  const before = await tagNamesOf(trx, id);
  const tags = await tagsNamed(trx, [...before, ...names]);
  const spelled = new Set(names.map(spellTag));
  const wanted = tags.filter(({ name }) => spelled.has(name)).map((tag) => tag.id);
  await setTags(trx, id, wanted);
  await removeUnusedTags(
    trx,
    tags.map((tag) => tag.id).filter((tagId) => !wanted.includes(tagId)),
  );
}

function rowOf(
  draft: ArticleDraft,
  { openingText: _, photograph: _photograph, ...rendered }: Rendered,
  categoryId: number | null,
) {
  const now = Date.now();
  return {
    ...rendered,
    ...flagsOf(draft),
    kind: draft.kind,
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
    sourceUrl: draft.sourceUrl,
    sourceAuthor: draft.sourceAuthor,
    readType: storedReadType(draft),
    commenting: draft.commenting,
    state: draft.state,
    publishedAt: draft.publishedAt ?? (draft.state === 'published' ? now : null),
    updatedAt: draft.updatedAt ?? now,
    importKey: draft.importKey,
    announcedAt: draft.announcedAt,
  };
}

function storedReadType({ state, readType }: ArticleDraft) {
  // Second lock, should a private article ever be served.
  if (state === 'private') return readTypes.signedIn;
  return readType === readTypes.withPassword ? readTypes.afterCode : readType;
}

const flags = ['original', 'highlighting', 'hasAiContent', 'pinned', 'featured', 'recommended'] as const;

/** Stored as 0 or 1; those left out stay as they are. */
function flagsOf(draft: ArticleDraft) {
  const set = flags.filter((flag) => draft[flag] !== undefined).map((flag) => [flag, Number(draft[flag])]);
  return Object.fromEntries(set) as { [Flag in (typeof flags)[number]]?: number };
}

/** Category and tags left out are removed from a saved article. */
export type ArticleDraft = {
  /** Left out, a saved article keeps its kind and a new one is an article. */
  kind?: ArticleKind | undefined;
  authorId: number;
  title: string;
  markdown: string;
  /** Generated from the public text when empty. */
  summary?: string | undefined;
  category?: string | null | undefined;
  tags?: string[] | undefined;
  cover?: string | undefined;
  coverNumber?: number | null | undefined;
  keywords?: string | undefined;
  sourceUrl?: string | undefined;
  sourceAuthor?: string | undefined;
  /** Focal point of the cover in per cent. */
  focusX?: number | undefined;
  focusY?: number | undefined;
  slug?: string | null | undefined;
  description?: string | undefined;
  seriesId?: number | null | undefined;
  /** Null: no album. Left out, a saved article stays what it is. */
  album?: Album | null | undefined;
  readType?: number | undefined;
  /** Hash of the password that opens it, and its hint. */
  password?: string | undefined;
  passwordHint?: string | undefined;
  commenting?: 'open' | 'closed' | 'hidden' | undefined;
  state: Schema['articles']['state'];
  /** Milliseconds; a published article without it is published now. */
  publishedAt: number | null;
  updatedAt?: number | undefined;
  importKey?: string | undefined;
  /** Milliseconds; set for imports, which are not announced. */
  announcedAt?: number | undefined;
} & { [Flag in (typeof flags)[number]]?: boolean | undefined };

/**
 * Removes what the databases refuse (PostgreSQL: NUL; both: lone surrogates); trims names of tags and categories, drops
 * empty and repeated ones. A page has neither, nor what only lists of articles use.
 */
function tidyDraft(input: ArticleDraft): ArticleDraft {
  const draft = input.kind === 'page' ? { ...input, ...notOfPages, readType: pageReadType(input) } : input;
  return {
    ...draft,
    ...splitState(draft),
    title: oneLine(draft.title),
    markdown: storableText(draft.markdown),
    summary: oneLine(draft.summary ?? ''),
    category: oneLine(draft.category ?? '') || null,
    tags: [...new Set((draft.tags ?? []).map(oneLine))].filter(Boolean),
    cover: draft.cover && storableText(draft.cover),
    keywords: draft.keywords && oneLine(draft.keywords),
    sourceUrl: draft.sourceUrl && storableText(draft.sourceUrl),
    sourceAuthor: draft.sourceAuthor && oneLine(draft.sourceAuthor),
    description: draft.description && oneLine(draft.description),
    passwordHint: draft.passwordHint && oneLine(draft.passwordHint),
    album: draft.album && { place: oneLine(draft.album.place), time: oneLine(draft.album.time) },
  };
}

const notOfPages = {
  category: null,
  tags: [],
  seriesId: null,
  original: true,
  sourceUrl: '',
  sourceAuthor: '',
  pinned: false,
  featured: false,
  recommended: false,
  album: null,
};

/** Ways to unlock that a page does not have become a login. */
function pageReadType({ readType = readTypes.free }: ArticleDraft) {
  return pageReadTypes.includes(readType) ? readType : readTypes.signedIn;
}

/** Turns the private read type into a state of its own, which queries for published articles never match. */
function splitState({ state, readType }: ArticleDraft): Pick<ArticleDraft, 'state' | 'readType'> {
  const isPrivate = state === 'private' || readType === readTypes.onlyAuthor;
  return isPrivate ? { state: 'private', readType: readTypes.onlyAuthor } : { state, readType };
}

function oneLine(text: string) {
  return storableText(text.replace(/\s+/g, ' ')).trim();
}

type PictureSizes = NonNullable<TextToRender['pictureSizes']>;

type Rendered = Awaited<ReturnType<typeof renderArticle>>;
export type Reading = Pick<Rendered, 'html' | 'headings' | 'hasDiagram' | 'words'>;

export type RenderingSite = Pick<TextToRender, 'siteUrl' | 'pictureSizes'>;

/**
 * Renders all derived columns in the text process.
 * @throws Failure invalid-input at `markdown` for a text that takes too much time or memory
 */
export function renderArticle(
  { markdown, summary, readType }: Pick<TextToRender, 'markdown' | 'summary' | 'readType'>,
  site: RenderingSite,
) {
  return askText('renderText', { markdown, summary, readType, ...site });
}
