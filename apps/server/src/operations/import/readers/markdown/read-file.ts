import { createHash } from 'node:crypto';
import { convert } from '../../../../content/markdown-files/convert.ts';
import {
  type ArticleMeta,
  datedName,
  fileAddress,
  fileName,
  oldAddresses,
  readFields,
} from '../../../../content/markdown-files/fields.ts';
import { type Fields, splitFrontMatter } from '../../../../content/markdown-files/front-matter.ts';
import { listMediaAddresses, readPictureAddress } from '../../../../content/markdown-files/pictures.ts';
import { plainTitle, takeTitle } from '../../../../content/markdown-files/read-document.ts';
import { decodeText } from '../../../../content/markdown-files/read-text.ts';
import type { SourceArticle } from '../../form.ts';
import { text } from '../values.ts';
import { dateUndated } from './dates.ts';
import type { References } from './references.ts';
import { permalinkOf, type Site } from './site.ts';

export type MarkdownEntry = { key: string; modifiedAt: number; bytes: Uint8Array };

export type FileContext = {
  site: Site;
  references: References;
  /** Time of the file's first commit. */
  committedAt: (key: string) => Promise<number | undefined>;
  /** Hash of a picture that is in the source. */
  hashOfPicture: (address: string, base: string) => Promise<string | undefined>;
};

type ReadFile = { article: SourceArticle; fields: Fields } | { skipped: string };

/**
 * Reads a Markdown file with its front matter as an article or page.
 * @returns the article, or the reason why it is none
 * @throws UnreadableFile, BrokenFrontMatter
 */
export async function readMarkdown(file: MarkdownEntry, context: FileContext): Promise<ReadFile> {
  const { key } = file;
  const { fields, body } = splitFrontMatter(decodeText(file.bytes));
  const meta = readFields(fields ?? {});
  const converted = convert({ body, mdx: /\.mdx$/i.test(key), findPost: await context.references.finder(body) });
  const { title, markdown } = takeTitle(context.references.relink(converted.text, key), meta.title);
  const { restore } = converted.shelter;
  const whole = restore(markdown);
  const skipped = whyNoArticle(key, { hasFields: fields !== undefined, isEmpty: whole.trim() === '' }, meta);
  if (skipped) return { skipped };
  const named = datedName(fileName(key));
  const shown = plainTitle(restore(title)) || meta.slug || named?.slug || fileName(key);
  const facts = { ...context, file, meta, fields: fields ?? {}, title: shown };
  const pictures = [...listMediaAddresses(markdown), ...(meta.cover ? [meta.cover] : [])];
  const source = await fingerprint(file.bytes, pictures, (address) => context.hashOfPicture(address, `/${key}`));
  const article = { ...(await describe(facts)), title: shown, markdown: whole, source };
  return { article: { ...article, warnings: [...article.warnings, ...converted.warnings] }, fields: fields ?? {} };
}

/** Raised when the conversion changes, so that unchanged files are imported again. */
const version = 3;

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

type Facts = FileContext & { file: MarkdownEntry; meta: ArticleMeta; fields: Fields; title: string };

async function describe(facts: Facts) {
  const { site, file, meta, fields } = facts;
  const { key } = file;
  const named = datedName(fileName(key));
  const isDraft = meta.draft || /(?:^|\/)_drafts\//.test(key);
  const isPage = isPageFile(key, meta, { site, hasFields: Object.keys(fields).length > 0 });
  const { publishedAt, guessed } = await dateOf(facts, isDraft);
  const hasPassword = text(fields.password) !== '';
  const wrongDates = meta.wrongDates.map((wrong) => `看不懂的日期「${wrong}」，没有采用`);
  return {
    kind: 'article',
    key,
    isPage,
    summary: meta.summary,
    state: stateOf(isDraft, hasPassword),
    hasPassword,
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
    addresses: addressesOf(key, meta, { isPage, site }),
    base: `/${key}`,
    // Pages are not listed by date.
    warnings: [...wrongDates, ...(guessed && !isPage ? [guessed] : [])],
    readType: meta.readType,
    sourceUrl: meta.source || undefined,
    isOriginal: meta.original,
    isFeatured: meta.featured,
    isRecommended: meta.recommended,
  } satisfies Omit<SourceArticle, 'title' | 'markdown'>;
}

function stateOf(isDraft: boolean, hasPassword: boolean): SourceArticle['state'] {
  if (isDraft) return 'draft';
  return hasPassword ? 'private' : 'published';
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

function addressesOf(key: string, meta: ArticleMeta, { isPage, site }: { isPage: boolean; site: Site }) {
  const configured = isPage ? undefined : permalinkOf(site, key, meta);
  if (!isPage) return [...new Set([...(configured ? [configured] : []), ...oldAddresses(key, meta)])];
  const own = fileAddress(key);
  const inFolder = own === '/' ? [] : [/\/index\.\w+$/i.test(key) ? `${own.replace(/\/$/, '')}/` : own];
  return [...new Set([...inFolder, ...meta.addresses])];
}

/** Layouts that themes fill by themselves. */
const generated = /^(?:home|tags?|categor(?:y|ies)|archives?|search|404)$/i;
const pageLayout = /^(?:page|about|links?|friends?|message|guestbook|comments?)$/i;
const pageName = /(?:^|\/)(?:about|me|links?|friends?|guestbook|message|contact|privacy)(?:\/index)?\.\w+$/i;

type Content = { hasFields: boolean; isEmpty: boolean };

function whyNoArticle(key: string, { hasFields, isEmpty }: Content, { layout }: ArticleMeta) {
  if (/(?:^|\/)_index(?:\.[\w-]+)?\.\w+$/.test(key)) return '栏目页，不是文章';
  if (generated.test(layout)) return `由主题生成的页面（${layout}），没有自己的正文`;
  if (
    isEmpty &&
    (pageLayout.test(layout) || /(?:^|\/)(?:tags|categories|archives?|search)(?:\/index)?\.\w+$/i.test(key))
  )
    return '页面没有正文';
  if (!hasFields && /(?:^|\/)(?:README|LICENSE|CHANGELOG|CONTRIBUTING|SUMMARY)\.\w+$/i.test(key))
    return '说明文件，不是文章';
  return undefined;
}

/** Tells pages by their layout, their name, and their place beside the posts. */
function isPageFile(key: string, { layout }: ArticleMeta, { site, hasFields }: { site: Site; hasFields: boolean }) {
  if (/(?:^|\/)_(?:posts|drafts)\//.test(key)) return false;
  if (pageLayout.test(layout) || pageName.test(key)) return true;
  if (site.tool === 'hexo') return key.startsWith('source/');
  if (site.tool === 'jekyll') return hasFields;
  if (site.tool === 'hugo') return /^content\/(?:pages?\/)?[^/]+\.\w+$/.test(key) && !/^content\/index\.\w+$/.test(key);
  return /(?:^|\/)source\/[^/]+\/index\.\w+$/i.test(key);
}
