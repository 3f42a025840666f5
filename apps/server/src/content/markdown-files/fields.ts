import { parseDate } from './dates.ts';
import type { Fields } from './front-matter-error.ts';

/** What a file says about its article, whichever tool it was written for. */
export type Said = ReturnType<typeof readFields>;

/** Names of one field in Hexo, Hugo, Jekyll, VitePress, Astro, Docusaurus and our own files. */
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
    /** An article has one category; these have no place. */
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
    draft: truth(fields.draft) === true || truth(fields.published) === false || truth(fields.publish) === false,
    pinned: truth(find('pinned')),
    featured: truth(fields.featured),
    recommended: truth(fields.recommended),
    original: truth(fields.original),
    readType: [0, 1, 2, 3, 4, 5].find((kind) => kind === fields.readType),
    /** The page layout, of pages that are no articles. */
    layout: text(fields.layout) || text(fields.type),
  };
}

function readDates(given: { date: unknown; updated: unknown }) {
  const date = parseDate(given.date);
  const updated = parseDate(given.updated);
  const wrong = [
    ...(given.date !== undefined && date === undefined ? [text(given.date)] : []),
    ...(given.updated !== undefined && updated === undefined ? [text(given.updated)] : []),
  ];
  return { date, updated, wrongDates: wrong };
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Several, one, or several in one text between commas. Of Hexo's nested categories the outermost comes first. */
function list(value: unknown, split = true): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => list(item, false));
  if (typeof value === 'object' && value !== null) return [named(value)].filter(Boolean);
  const parts = split ? text(value).split(/[,，;；、]/) : [text(value)];
  return parts.map((part) => part.trim()).filter(Boolean);
}

function named(value: unknown): string {
  return typeof value === 'object' && value !== null && 'name' in value ? text(value.name) : text(value);
}

/** Themes of Hugo and Astro keep the picture's address in an object. */
function address(value: unknown): unknown {
  if (Array.isArray(value)) return address(value[0]);
  if (typeof value !== 'object' || value === null) return value;
  const { image, url, src, path } = value as Fields;
  return image ?? url ?? src ?? path;
}

function truth(value: unknown): boolean | undefined {
  if (typeof value === 'number') return value > 0;
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  return !/^(false|no|off|0|)$/i.test(value.trim());
}
