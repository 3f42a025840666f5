import type { MarkdownFile } from '@mojian/contract/content/markdown-files';
import { isSlug } from '@mojian/contract/content/slug-shape';
import {
  longestArticleTitle,
  longestKeywords,
  longestName,
  longestSlug,
  longestSummary,
  mostTags,
} from '@mojian/contract/platform/rules';
import { chinaDay, chinaOffset } from '@mojian/contract/platform/time';
import { movedKey } from '../address-key.ts';
import type { Fields } from './front-matter.ts';

/** Normalised front matter of any supported tool. */
export type ArticleMeta = ReturnType<typeof readFields>;

/** Field names of Hexo, Hugo, Jekyll, VitePress, Astro, Docusaurus and our own export. */
const names = {
  title: ['title'],
  date: ['date', 'pubDate', 'publishDate', 'published_at', 'publishedAt', 'created', 'created_at', 'createdAt'],
  updated: ['updated', 'lastmod', 'last_modified_at', 'updatedDate', 'updated_at', 'updatedAt', 'modified'],
  tags: ['tags', 'tag'],
  categories: ['category', 'categories'],
  cover: [
    'cover',
    'thumbnail',
    'image',
    'banner',
    'featured_image',
    'featuredImage',
    'cover_image',
    'top_img',
    'heroImage',
  ],
  summary: ['summary', 'description', 'excerpt', 'subtitle'],
  keywords: ['keywords', 'keyword'],
  author: ['author', 'authors'],
  source: ['source', 'sourceUrl', 'original_url', 'canonical', 'canonical_url', 'canonicalUrl'],
  pinned: ['pinned', 'top', 'sticky', 'pin', 'isTop'],
  addresses: ['permalink', 'url', 'aliases', 'alias', 'redirect_from'],
  slug: ['slug'],
};

export function readFields(fields: Fields) {
  const find = (field: keyof typeof names) =>
    names[field].map((name) => fields[name]).find((value) => value !== undefined && value !== null && value !== '');
  const dates = readDates({ date: find('date'), updated: find('updated') });
  return {
    ...dates,
    title: text(find('title')),
    tags: list(find('tags')),
    category: list(find('categories'))[0],
    /** An article has one category; these become a warning. */
    otherCategories: list(find('categories')).slice(1),
    cover: text(address(find('cover'))),
    summary: text(find('summary')),
    keywords: list(find('keywords')).join(', '),
    author: text(named(list(find('author'), false)[0])),
    source: text(find('source')),
    addresses: list(find('addresses'), false)
      .map(text)
      .filter((one) => one.startsWith('/') || /^https?:\/\//.test(one)),
    slug: text(find('slug')),
    abbrlink: text(fields.abbrlink),
    draft:
      readBoolean(fields.draft) === true ||
      readBoolean(fields.published) === false ||
      readBoolean(fields.publish) === false,
    pinned: readBoolean(find('pinned')),
    featured: readBoolean(fields.featured),
    recommended: readBoolean(fields.recommended),
    original: readBoolean(fields.original),
    hasAiContent: readBoolean(fields.hasAiContent),
    readType: [0, 1, 2, 3, 4, 5, 6].find((kind) => kind === fields.readType),
    /** Marks pages that are not articles. */
    layout: text(fields.layout) || text(fields.type),
  };
}

function readDates(written: { date: unknown; updated: unknown }) {
  const date = parseDate(written.date);
  const updated = parseDate(written.updated);
  const wrong = [
    ...(written.date !== undefined && date === undefined ? [text(written.date)] : []),
    ...(written.updated !== undefined && updated === undefined ? [text(written.updated)] : []),
  ];
  return { date, updated, wrongDates: wrong };
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Reads an array, one value or a comma-separated text; nested Hexo categories are flattened, outermost first. */
function list(value: unknown, split = true): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => list(item, false));
  if (typeof value === 'object' && value !== null) return [named(value)].filter(Boolean);
  const items = split ? text(value).split(/[,，;；、]/) : [text(value)];
  return items.map((part) => part.trim()).filter(Boolean);
}

function named(value: unknown): string {
  return typeof value === 'object' && value !== null && 'name' in value ? text(value.name) : text(value);
}

/** Hugo and Astro themes put the picture's address in an object. */
function address(value: unknown): unknown {
  if (Array.isArray(value)) return address(value[0]);
  if (typeof value !== 'object' || value === null) return value;
  const { image, url, src, path } = value as Fields;
  return image ?? url ?? src ?? path;
}

function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'number') return value > 0;
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  return !/^(false|no|off|0|)$/i.test(value.trim());
}

type Found = Omit<MarkdownFile['found'], 'markdown'>;

/** Cuts fields to the limits; each cut is a warning. */
export function foundFields(meta: ArticleMeta, title: string): { found: Found; warnings: string[] } {
  const warnings: string[] = [];
  const fit = (label: string, text: string, most: number) => {
    if ([...text].length > most) warnings.push(`${label}太长，只留下前 ${most} 个字`);
    return text.slice(0, most).toWellFormed();
  };
  const name = (label: string, text: string) => {
    if (text.length <= longestName) return text;
    warnings.push(`${label}「${text.slice(0, 20)}…」太长，没有采用`);
    return '';
  };
  if (meta.otherCategories.length > 0)
    warnings.push(`一篇文章只有一个分类，没有采用：${meta.otherCategories.join('、')}`);
  const found = {
    title: fit('标题', title, longestArticleTitle),
    summary: fit('摘要', meta.summary, longestSummary),
    category: name('分类', meta.category ?? ''),
    tags: chooseTags(meta.tags.map((tag) => name('标签', tag)).filter(Boolean), warnings),
    keywords: fit('关键词', meta.keywords, longestKeywords),
    sourceUrl: meta.source.length <= 500 ? meta.source : '',
    ...(meta.original !== undefined && { original: meta.original }),
    ...(meta.hasAiContent !== undefined && { hasAiContent: meta.hasAiContent }),
    ...(meta.original === false && { sourceAuthor: name('作者', meta.author) }),
    slug: meta.slug.length <= longestSlug && isSlug(meta.slug) ? meta.slug : '',
  };
  return { found: withoutEmpty(found), warnings };
}

function chooseTags(tags: string[], warnings: string[]) {
  const all = [...new Set(tags)];
  if (all.length > mostTags) warnings.push(`标签最多 ${mostTags} 个，没有采用：${all.slice(mostTags, 20).join('、')}`);
  return all.slice(0, mostTags);
}

/** Fields missing in the file must not empty the author's. */
function withoutEmpty(found: Found): Found {
  return Object.fromEntries(Object.entries(found).filter(([, value]) => typeof value === 'boolean' || value?.length));
}

const numericDate =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]+(\d{1,2})[:：时](\d{1,2})(?:[:：分](\d{1,2})(?:[.,](\d{1,9}))?秒?)?)?\s*(Z|UTC|GMT|[+-]\d{1,2}:?\d{2}|[+-]\d{2})?$/i;

/**
 * Parses `2024-05-01`, `2024/5/1 8:05`, `2024-05-01T08:00:00+08:00`, `20240501`, `May 1, 2024` to milliseconds; without
 * a zone as China time. Undefined for impossible dates such as 30 February.
 */
export function parseDate(written: unknown): number | undefined {
  const text = String(written ?? '').trim();
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  const match = numericDate.exec(compact ? compact.slice(1).join('-') : text);
  if (match) return timeOf(match);
  return /^[a-z]/i.test(text) && /\b\d{4}\b/.test(text) ? fromEnglish(text) : undefined;
}

/** Splits a file name such as `2024-05-01-rain` into date and slug. */
export function datedName(name: string): { date: number; slug: string } | undefined {
  const [, date, slug = ''] = /^(\d{4}-\d{1,2}-\d{1,2})[-_](.+)$/.exec(name) ?? [];
  const time = parseDate(date);
  return time === undefined ? undefined : { date: time, slug };
}

function timeOf([, ...found]: RegExpExecArray) {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(0, 6)
    .map((part) => Number(part ?? 0));
  const utc = new Date(0);
  utc.setUTCFullYear(year, month - 1, day);
  utc.setUTCHours(hour, minute, second, Number((found[6] ?? '').padEnd(3, '0').slice(0, 3)));
  const isReal = utc.getUTCMonth() === month - 1 && utc.getUTCDate() === day && minute < 60 && second < 60;
  return isReal && year > 0 ? utc.getTime() - offsetOf(found[7]) : undefined;
}

function offsetOf(zone: string | undefined) {
  if (zone === undefined) return chinaOffset;
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
}

function fromEnglish(text: string) {
  const hasZone = /(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})(?:\s*\([^()]*\))?$/i.test(text);
  const time = Date.parse(hasZone ? text : `${text} GMT+0800`);
  return Number.isNaN(time) ? undefined : time;
}

const longest = 400;

/** `rain` for both `posts/rain.md` and `posts/rain/index.md`. */
export function fileName(key: string) {
  const segments = key.replace(/\.\w+$/, '').split('/');
  const name = segments.at(-1) ?? '';
  return (/^(?:index|README)$/i.test(name) && segments.at(-2)) || name;
}

/** Address of the file in VitePress or Hugo. */
export function fileAddress(key: string) {
  const path = key
    .replace(/(?:^|\/)(?:index|README)\.\w+$|\.\w+$/i, '')
    .replace(/^(?:(?:source|src|content|docs|_posts|_drafts)(?:\/|$))+/, '');
  return `/${path}`;
}

/** Former addresses: from the front matter, the folder, and the dated forms of Hexo, Jekyll and Docusaurus. */
export function oldAddresses(key: string, meta: ArticleMeta) {
  const named = datedName(fileName(key));
  const slug = meta.slug.replace(/^\/|\/$/g, '') || named?.slug || fileName(key);
  const date = named?.date ?? meta.date;
  const day = date === undefined ? undefined : chinaDay(date).replaceAll('-', '/');
  const inFolder = fileAddress(key);
  const candidates = [
    ...meta.addresses.map((address) => URL.parse(address, 'http://site')?.pathname ?? ''),
    ...(meta.abbrlink ? [`/posts/${meta.abbrlink}`] : []),
    inFolder,
    ...(meta.slug ? [inFolder.slice(0, inFolder.lastIndexOf('/') + 1) + slug] : []),
    ...(day ? [`/${day}/${slug}`, `/blog/${day}/${slug}`] : []),
    ...(day && meta.category ? [`/${meta.category}/${day}/${slug}`] : []),
  ];
  const keys = candidates
    .filter((path) => path !== '' && !path.includes(':'))
    .map((path) => encoded(movedKey(encoded(path))));
  return [...new Set(keys)].filter((path) => path !== '/' && path.length <= longest);
}

/** Encodes what would end a path, such as the sign in `C#`. */
function encoded(path: string) {
  return path.replace(/[%#?]/g, (sign) => encodeURIComponent(sign));
}
