import { createHash } from 'node:crypto';
import { movedKey } from '@mojian/foreign-files/address-key';
import { convert } from '@mojian/foreign-files/markdown/convert';
import {
  type ArticleMeta,
  datedName,
  fileAddress,
  fileName,
  oldAddresses,
  readFields,
} from '@mojian/foreign-files/markdown/fields';
import { type Fields, splitFrontMatter } from '@mojian/foreign-files/markdown/front-matter';
import { listMediaAddresses, readPictureAddress } from '@mojian/foreign-files/markdown/pictures';
import { plainTitle, takeTitle } from '@mojian/foreign-files/markdown/read-document';
import { decodeText } from '@mojian/foreign-files/read-text';
import type { SourceArticle } from '../../form.ts';
import { isFriendPage } from '../../friend-page.ts';
import { breakLines } from '../html.ts';
import { text } from '../values.ts';
import { belowFolder, tidyPath } from './address-tokens.ts';
import { dateUndated } from './dates.ts';
import type { Addresses, ArticlePlace, FolderSystem } from './folder.ts';
import { type FriendLink, writtenFriends } from './friend-links.ts';
import { isMarkedPublic, type Overview } from './overview.ts';
import { type Unpublished, whyUnpublished } from './publication.ts';
import type { References } from './references.ts';

export type MarkdownEntry = { key: string; place: ArticlePlace; modifiedAt: number; bytes: Uint8Array };

export type FileContext = {
  system: FolderSystem;
  references: References;
  overview: Overview;
  /** Time of the file's first commit. */
  committedAt: (key: string) => Promise<number | undefined>;
  /** Hash of a picture that is in the source. */
  hashOfPicture: (address: string, base: string) => Promise<string | undefined>;
};

type ReadFile = { article: SourceArticle; fields: Fields; friends: FriendLink[] } | { skipped: string };

/**
 * Reads a Markdown file with its front matter as an article or page.
 * @returns the article, or the reason why it is none
 * @throws UnreadableFile, BrokenFrontMatter
 */
export async function readMarkdown(file: MarkdownEntry, context: FileContext): Promise<ReadFile> {
  const { key } = file;
  const { fields: own, body } = splitFrontMatter(decodeText(file.bytes));
  const fields = context.system.fieldsOf?.(key, own ?? {}) ?? own ?? {};
  const meta = readFields(fields);
  const converted = convert({
    body,
    mdx: /\.mdx$/i.test(key),
    findPost: context.references.findPost,
    findNote: context.system.hasNotes ? context.references.findNote : undefined,
    marks: context.system.marks,
  });
  const { restore } = converted.shelter;
  const titled = titleOf(context.references.relink(converted.text, key), { file, meta, restore }, context);
  const whole = restore(titled.markdown);
  const isPage = isPageFile(file, meta, context.system);
  const skipped =
    context.system.whyNoArticle?.({ key, fields: own, body, isPage }) ?? whyNoArticle(key, whole.trim() === '', meta);
  if (skipped) return { skipped };
  const shown = titled.title.slice(0, longestTitle);
  const facts = { ...context, file, meta, fields, title: shown, isPage };
  const pictures = [...listMediaAddresses(titled.markdown), ...(meta.cover ? [meta.cover] : [])];
  const source = await fingerprint(file.bytes, pictures, (address) => context.hashOfPicture(address, `/${key}`));
  const markdown = context.system.breaksLines ? await breakLines(whole) : whole;
  const article = { ...(await describe(facts)), title: shown, markdown, source };
  const friends = isFriendPage(article) ? writtenFriends(fields, body) : [];
  return { article: { ...article, warnings: [...article.warnings, ...converted.warnings] }, fields, friends };
}

const longestTitle = 200;

type Titled = { file: MarkdownEntry; meta: ArticleMeta; restore: (text: string) => string };

/**
 * The title of the front matter as it is written, else the first heading. A heading that several files have, and any in
 * a vault of notes, is no title: there the file's name is.
 */
function titleOf(text: string, { file: { key }, meta, restore }: Titled, { system, overview }: FileContext) {
  const name = meta.slug || datedName(fileName(key))?.slug || fileName(key);
  if (meta.title !== '') return { title: meta.title, markdown: takeTitle(text, meta.title).markdown };
  const heading = takeTitle(text, '');
  const words = restore(heading.title).trim();
  const isName = system.tool === 'obsidian' || overview.sharedHeadings.has(words);
  if (!isName) return { title: plainTitle(words) || name, markdown: heading.markdown };
  return { title: name, markdown: takeTitle(text, name).markdown };
}

/** Raised when the conversion changes, so that unchanged files are imported again. */
const version = 4;

/** Fingerprint of a file and its pictures, as earlier releases made it. */
async function fingerprint(
  bytes: Uint8Array,
  pictures: string[],
  hashOfPicture: (address: string) => Promise<string | undefined>,
) {
  const seen: [string, string][] = [];
  for (const address of new Set(pictures)) {
    const meant = readPictureAddress(address);
    const hash = 'hash' in meant ? meant.hash : meant.kind === 'path' ? await hashOfPicture(address) : meant.kind;
    seen.push([address, hash ?? 'none']);
  }
  const hash = createHash('sha256').update(bytes);
  return hash.update(JSON.stringify([version, seen])).digest('base64url');
}

type Facts = FileContext & { file: MarkdownEntry; meta: ArticleMeta; fields: Fields; title: string; isPage: boolean };

async function describe(facts: Facts) {
  const { file, meta, fields, isPage } = facts;
  const { key } = file;
  const named = datedName(fileName(key));
  const password = text(fields.password);
  const hidden = hiddenState(facts);
  const { publishedAt, guessed } = await dateOf(facts, hidden?.state === 'draft');
  const former = addressesOf(facts, publishedAt);
  const unknown = former.unknown.map((token) => `旧地址认不出（${token}），旧的链接会打不开`);
  const wrongDates = meta.wrongDates.map((wrong) => `看不懂的日期「${wrong}」，没有采用`);
  return {
    kind: 'article',
    key,
    isPage,
    summary: meta.summary,
    state: hidden?.state ?? 'published',
    hasPassword: password !== '',
    password: password || undefined,
    author: meta.author ? { name: meta.author, email: '', website: '' } : null,
    categories: [...new Set([meta.category ?? '', ...meta.otherCategories])].filter(Boolean),
    tags: [...new Set(meta.tags)],
    cover: meta.cover,
    slug: meta.slug || named?.slug || fileName(key),
    description: '',
    keywords: meta.keywords,
    publishedAt,
    isDateGuessed: guessed !== undefined,
    updatedAt: meta.updated ?? null,
    pinned: meta.pinned,
    commenting: isFalse(fields.comments) || isFalse(fields.comment) ? 'closed' : undefined,
    views: 0,
    likes: 0,
    addresses: former.known,
    base: `/${key}`,
    // Pages are not listed by date.
    warnings: [...(hidden ? [hidden.reason] : unknown), ...wrongDates, ...(guessed && !isPage ? [guessed] : [])],
    readType: meta.readType,
    sourceUrl: meta.source || undefined,
    isOriginal: meta.original,
    hasAiContent: meta.hasAiContent,
    isFeatured: meta.featured,
    isRecommended: meta.recommended,
  } satisfies Omit<SourceArticle, 'title' | 'markdown'>;
}

/** A mark in the text or its folder hides it; the text's own is the more exact. */
function hiddenState({ file, fields, overview }: Facts): Unpublished | undefined {
  const marked = whyUnpublished(fields, Date.now());
  if (marked) return marked;
  if (file.place.hidden !== undefined) return { state: 'draft', reason: file.place.hidden };
  const isLeftOut = overview.marksPublic && !isMarkedPublic(fields);
  return isLeftOut ? { state: 'draft', reason: '公开的笔记写着 publish: true，这一篇没有，收为草稿' } : undefined;
}

/** Dates an article by its front matter or name, else by the file; `guessed` says how. */
async function dateOf({ file: { key, modifiedAt }, meta, title, committedAt }: Facts, isDraft: boolean) {
  const date = meta.date ?? datedName(fileName(key))?.date;
  if (date !== undefined || isDraft) return { publishedAt: date ?? null, guessed: undefined };
  const undated = dateUndated({ key, title, modifiedAt, committedAt: await committedAt(key) });
  return { publishedAt: undated.date, guessed: undated.warning };
}

function isFalse(value: unknown) {
  return value === false || /^(?:false|no|off|0)$/i.test(text(value));
}

/** Addresses by the configuration, then those that other ways of publishing the same file would give. */
function addressesOf({ system, file: { key, place }, meta, fields, title, isPage }: Facts, publishedAt: number | null) {
  const date = meta.date ?? datedName(fileName(key))?.date ?? publishedAt ?? undefined;
  const { known, unknown } = system.addressesOf?.({ place, fields, meta, title, date, isPage }) ?? noAddresses;
  const own = fileAddress(key);
  const inFolder = own === '/' ? [] : [/\/index\.\w+$/i.test(key) ? `${own.replace(/\/$/, '')}/` : own];
  const guessed = isPage ? [...inFolder.map(tidyPath), ...meta.addresses] : oldAddresses(key, meta);
  const all = [...known, ...guessed, ...belowFolder(known, system.base)];
  const keys = new Set<string>();
  const isNew = (address: string) => keys.size < keys.add(movedKey(address)).size;
  return { known: all.filter(isNew), unknown };
}

const noAddresses: Addresses = { known: [], unknown: [] };

/** Layouts that themes fill by themselves. */
const generated = /^(?:home|tags?|categor(?:y|ies)|archives?|search|404)$/i;
const pageLayout = /^(?:page|about|links?|friends?|message|guestbook|comments?)$/i;
const pageName = /(?:^|\/)(?:about|me|links?|friends?|guestbook|message|contact|privacy)(?:\/index)?\.\w+$/i;

function whyNoArticle(key: string, isEmpty: boolean, { layout }: ArticleMeta) {
  if (/(?:^|\/)_index(?:\.[\w-]+)?\.\w+$/.test(key) && (isEmpty || !pageName.test(key.replace(/_index/, 'index'))))
    return '栏目页，不是文章';
  if (generated.test(layout)) return `由主题生成的页面（${layout}），没有自己的正文`;
  if (!isEmpty) return undefined;
  const isList = /(?:^|\/)(?:tags|categories|archives?|search)(?:\/index)?\.\w+$/i.test(key);
  return pageLayout.test(layout) || isList ? '页面没有正文' : undefined;
}

/** Tells pages by their layout, their name, and their place beside the posts. */
function isPageFile({ key, place }: MarkdownEntry, { layout }: ArticleMeta, { tool }: FolderSystem) {
  if (/(?:^|\/)_(?:posts|drafts)\//.test(key)) return false;
  if (place.is === 'page' || pageLayout.test(layout) || pageName.test(key)) return true;
  return tool === 'other' && /(?:^|\/)source\/[^/]+\/index\.\w+$/i.test(key);
}
