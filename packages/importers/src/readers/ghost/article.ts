import { readTypes } from '@mojian/contract/platform/rules';
import { sourceFingerprint } from '../../fingerprint.ts';
import type { Author, IsKnown, SourceArticle } from '../../form.ts';
import { fromHtml } from '../html.ts';
import { asBoolean, entryOf, type JsonObject, text, time, website } from '../values.ts';
import { readBody } from './body.ts';
import type { Tables, Tag } from './tables.ts';

/** Tags in the order of the post without internal ones; the first is the category. */
export function publicTags({ tags, tagsOf }: Tables, post: string): Tag[] {
  const rows = (tagsOf.get(post) ?? []).toSorted((one, other) => one.order - other.order);
  const found = rows.map(({ id }) => tags.get(id)).filter((tag) => tag !== undefined);
  return [...new Set(found)].filter(({ isInternal, name }) => !isInternal && name !== '');
}

export type Place = { patterns: string[]; isKnown?: IsKnown | undefined };

export async function toArticle(
  post: JsonObject,
  tables: Tables,
  { patterns, isKnown }: Place,
): Promise<SourceArticle> {
  const id = text(post.id);
  const isPage = text(post.type) === 'page' || asBoolean(post.page);
  const meta = { ...post, ...definedOnly(tables.meta.get(id) ?? {}) };
  const [category, ...tags] = publicTags(tables, id).map(({ name }) => name);
  const { author, others } = authorsOf(post, tables);
  const source = sourceFingerprint(post, meta, category, tags, author, others, patterns);
  const isSame = await isKnown?.(id, source);
  const { markdown, warnings } = isSame ? { markdown: '', warnings: [] } : await readBody(post);
  const slug = text(post.slug);
  const publishedAt = time(post.published_at);
  const access = accessOf(post);
  return {
    kind: 'article',
    key: id,
    isPage,
    title: text(post.title) === '(Untitled)' ? '' : text(post.title),
    markdown,
    summary: text(post.custom_excerpt),
    state: access.state,
    hasPassword: false,
    author,
    categories: category ? [category] : [],
    tags,
    cover: ownAddress(meta.feature_image ?? post.image),
    slug,
    description: text(meta.meta_description),
    keywords: '',
    publishedAt: publishedAt ?? (access.state === 'draft' ? null : time(post.created_at)),
    updatedAt: time(post.updated_at),
    pinned: false,
    commenting: 'open',
    views: 0,
    likes: 0,
    addresses: addressesOf(post, { isPage, publishedAt, patterns, author, category }),
    base: '',
    warnings: [...warnings, ...access.warnings, ...others, ...(await warningsOf(post, meta))],
    readType: access.readType,
    sourceUrl: website(ownAddress(post.canonical_url)),
    isFeatured: asBoolean(post.featured),
    source,
  };
}

/** Rows of posts_meta repeat columns of older posts, mostly empty. */
function definedOnly(row: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''));
}

function ownAddress(value: unknown) {
  return text(value).replaceAll('__GHOST_URL__', '');
}

type Access = { state: SourceArticle['state']; warnings: string[]; readType?: number };

function accessOf(post: JsonObject): Access {
  const status = text(post.status);
  if (status === 'draft') return { state: 'draft', warnings: [] };
  if (status === 'sent')
    return { state: 'private', warnings: ['只作为邮件发过，没有在网站上公开；这里存为仅自己可见'] };
  const visibility = text(post.visibility);
  if (visibility === '' || visibility === 'public') return { state: 'published', warnings: [] };
  const who = visibility === 'members' ? '会员' : '付费或一部分会员';
  return {
    state: 'published',
    warnings: [`原来只有${who}能读（${visibility.slice(0, 40)}），这里是登录后可读`],
    readType: readTypes.signedIn,
  };
}

function authorsOf(post: JsonObject, { writers, writersOf }: Tables) {
  const rows = (writersOf.get(text(post.id)) ?? []).toSorted((one, other) => one.order - other.order);
  const ids = [...new Set([...rows.map(({ id }) => id), text(post.author_id)])];
  const [first, ...rest] = ids.map((id) => writers.get(id)).filter((writer) => writer !== undefined);
  const author: Author | null = first ? { name: first.name, email: first.email, website: first.website } : null;
  const more = rows.length > 0 ? rest.map(({ name }) => name) : [];
  return { author, others: more.length > 0 ? [`另有作者 ${more.join('、')}，这里一篇只有一位作者`] : [] };
}

async function warningsOf(post: JsonObject, meta: JsonObject) {
  const caption = text(meta.feature_image_caption);
  return [
    ...(caption ? [`题图的说明没有地方放：${(await fromHtml(caption)).markdown.trim().slice(0, 200)}`] : []),
    ...(text(post.codeinjection_head) || text(post.codeinjection_foot)
      ? ['写在这一页里的代码（code injection）没有带过来']
      : []),
  ];
}

type Facts = {
  isPage: boolean;
  publishedAt: number | null;
  patterns: string[];
  author: Author | null;
  category?: string | undefined;
};

function addressesOf(post: JsonObject, { isPage, publishedAt, patterns }: Facts) {
  const slug = text(post.slug);
  if (!slug) return [];
  const day = publishedAt === null ? undefined : new Date(publishedAt).toISOString();
  const known: Record<string, string | undefined> = {
    slug,
    id: text(post.id),
    year: day?.slice(0, 4),
    month: day?.slice(5, 7),
    day: day?.slice(8, 10),
  };
  const filled = (isPage ? [] : patterns).map((pattern) =>
    pattern.replace(/\{(\w+)\}/g, (all, name) => entryOf(known, name) ?? all),
  );
  const paths = [...new Set([`/${slug}/`, ...filled.filter((path) => !path.includes('{'))])];
  return paths.flatMap((path) => [path, `${path.replace(/\/?$/, '/')}amp/`]);
}
