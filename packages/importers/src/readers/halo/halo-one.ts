import { decodeHTML } from 'entities/decode';
import type { Author, Item, Loss, Source, SourceArticle, SourceComment } from '../../form.ts';
import { commentFromHtml } from '../comment-html.ts';
import { countOf } from '../fields.ts';
import { fromHtml } from '../html.ts';
import { openJsonValues } from '../json-stream.ts';
import {
  asBoolean,
  asObject,
  entryOf,
  type JsonObject,
  mail,
  number,
  rawText,
  text,
  time,
  website,
} from '../values.ts';
import {
  addressesOfPost,
  addressesOfSheet,
  type Options,
  readHaloTables,
  sectionAddress,
  type Tables,
} from './tables.ts';

type Export = { tables: Tables; stored: Awaited<ReturnType<typeof openJsonValues>> };

/** Reads the JSON export of Halo 1, whose tables are lists. */
export async function* readHaloExport(source: Source): AsyncGenerator<Item> {
  const tables = await readHaloTables(source.path);
  const stored = await openJsonValues(source.path);
  const whole = { tables, stored };
  try {
    const { options } = tables;
    yield { kind: 'site', url: siteUrl(options), title: options.get('blog_title') ?? '' };
    yield* people(tables);
    yield* sections(tables);
    yield* rows(whole, 'posts', (row) => toArticle(whole, row, 'posts'));
    yield* rows(whole, 'sheets', (row) => toArticle(whole, row, 'sheets'));
    yield* rows(whole, 'journals', (row) => toSay(tables, row));
    yield* rows(whole, 'links', toLink);
    for (const table of ['post_comments', 'sheet_comments', 'journal_comments'])
      yield* rows(whole, table, (row) => toComment(tables, row, table));
    yield* losses(tables);
  } finally {
    await stored.close();
  }
  if (tables.broken) throw tables.broken;
}

function siteUrl(options: Options) {
  return website(options.get('blog_url')).replace(/(?<!\/)\/+$/, '');
}

function* people({ users }: Tables): Generator<Item> {
  for (const [key, { name, email, intro, createdAt }] of users)
    yield { kind: 'person', key, name, email, website: '', intro, createdAt: time(createdAt) };
}

function* sections({ categories, tags, options }: Tables): Generator<Item> {
  for (const [key, { name, slug, intro, parent }] of categories) {
    const addresses = [sectionAddress(options, 'categories', slug)];
    yield { kind: 'category', key, name, parent: hasNoCycle(categories, key) ? parent : null, intro, addresses };
  }
  for (const [key, { name, slug }] of tags)
    yield { kind: 'tag', key, name, addresses: [sectionAddress(options, 'tags', slug)] };
}

/** Whether a chain of parents ends, and so does not lead back. */
function hasNoCycle(categories: Tables['categories'], key: string) {
  const seen = new Set<string>();
  for (let at: string | null = key; at; at = categories.get(at)?.parent ?? null) {
    if (seen.has(at)) return false;
    seen.add(at);
  }
  return true;
}

async function* rows({ tables, stored }: Export, table: string, convert: (row: JsonObject) => Promise<Item> | Item) {
  const seen = new Set<string>();
  for (const place of tables.places.get(table) ?? []) {
    const row = await stored.read(place).then(asObject, () => ({}) as JsonObject);
    const id = text(row.id);
    const wrong = !id ? '读不懂这一条' : seen.has(id) ? '同一个编号出现了两次，用了前一个' : undefined;
    seen.add(id);
    if (wrong) yield loss(kindNames[table] ?? '数据', text(row.title) || id || `第 ${place.start + 1} 个字节`, wrong);
    else yield await convert(row);
  }
}

const kindNames: Record<string, string> = {
  posts: '文章',
  sheets: '页面',
  journals: '日志',
  links: '链接',
  post_comments: '评论',
  sheet_comments: '评论',
  journal_comments: '评论',
};

const states: Record<string, SourceArticle['state']> = { PUBLISHED: 'published', DRAFT: 'draft', INTIMATE: 'private' };

async function toArticle(whole: Export, row: JsonObject, table: 'posts' | 'sheets'): Promise<SourceArticle | Loss> {
  const { tables } = whole;
  const id = text(row.id);
  const title = text(row.title);
  if (text(row.status) === 'RECYCLE') return loss(kindNames[table] ?? '', title || id, '在回收站里，没有带过来');
  const { markdown, warnings } = await contentOf(whole, row);
  const password = text(row.password);
  const state = entryOf(states, text(row.status)) ?? 'draft';
  const publishedAt = time(row.createTime);
  const slug = text(row.slug) || text(row.url);
  return {
    kind: 'article',
    key: `${table}/${id}`,
    isPage: table === 'sheets',
    title,
    markdown,
    summary: text(row.summary),
    // Halo 1 gives an article with a password the state of one that is private
    state: password !== '' && state === 'private' ? 'published' : state,
    hasPassword: password !== '',
    password: password || undefined,
    author: firstUser(tables),
    categories: namesOf(tables.categoriesOf.get(id), tables.categories),
    tags: namesOf(tables.tagsOf.get(id), tables.tags),
    cover: text(row.thumbnail),
    slug,
    description: text(row.metaDescription),
    keywords: text(row.metaKeywords),
    publishedAt: state === 'draft' ? null : publishedAt,
    updatedAt: time(row.editTime) ?? time(row.updateTime),
    pinned: number(row.topPriority) > 0,
    commenting: asBoolean(row.disallowComment) ? 'closed' : 'open',
    views: countOf(row.visits),
    likes: countOf(row.likes),
    addresses:
      table === 'posts'
        ? addressesOfPost(tables.options, { id, slug, publishedAt })
        : addressesOfSheet(tables.options, { id, slug }),
    base: '',
    warnings,
  };
}

/** Since 1.5 the text is in a table of its own. */
async function contentOf({ tables, stored }: Export, row: JsonObject) {
  const place = tables.contents.get(text(row.id));
  const content = place ? await stored.read(place).then(asObject, () => ({}) as JsonObject) : {};
  const source = rawText(content.originalContent).trim() || rawText(row.originalContent).trim();
  const html = rawText(content.content).trim() || rawText(row.formatContent).trim();
  if (text(row.editorType) !== 'RICHTEXT' && source) return { markdown: source, warnings: [] };
  return fromHtml(html || source);
}

function namesOf(ids: string[] | undefined, known: Map<string, { name: string }>) {
  const names = (ids ?? []).map((id) => known.get(id)?.name).filter((name) => name !== undefined);
  return [...new Set(names)].filter(Boolean);
}

function firstUser({ users }: Tables): Author | null {
  const [first] = users.values();
  return first ? { name: first.name, email: first.email, website: '' } : null;
}

async function toComment(tables: Tables, row: JsonObject, table: string): Promise<SourceComment> {
  const subject = text(row.postId);
  const content = rawText(row.content);
  const parent = text(row.parentId);
  const status = text(row.status);
  return {
    kind: 'comment',
    key: text(row.id),
    on:
      table === 'journal_comments'
        ? { say: subject }
        : { article: `${table === 'post_comments' ? 'posts' : 'sheets'}/${subject}` },
    parent: parent === '' || parent === '0' ? null : parent,
    author: commenterOf(tables, row),
    byOwner: asBoolean(row.isAdmin) || undefined,
    markdown: /<[a-z/]/i.test(content) ? (await commentFromHtml(content)).markdown : decodeHTML(content),
    createdAt: time(row.createTime),
    state: status === 'PUBLISHED' ? 'shown' : status === 'RECYCLE' ? 'removed' : 'held',
    likes: 0,
    pinned: number(row.topPriority) > 0,
    device: '',
    agent: text(row.userAgent) || undefined,
  };
}

function commenterOf(tables: Tables, row: JsonObject): Author {
  const own = asBoolean(row.isAdmin) ? firstUser(tables) : null;
  return own ?? { name: text(row.author) || '访客', email: mail(row.email), website: website(row.authorUrl) };
}

/** A say shows its pictures below the text. */
const picture = /!\[[^[\]\n]*\]\(([^()\s]+)\)/g;

async function toSay(tables: Tables, row: JsonObject): Promise<Item> {
  const source = rawText(row.sourceContent).trim();
  return {
    kind: 'say',
    key: text(row.id),
    author: firstUser(tables),
    text: source.replace(picture, '').trim() || (await commentFromHtml(rawText(row.content))).markdown,
    pictures: [...source.matchAll(picture)].map(([, address = '']) => address),
    createdAt: time(row.createTime),
    isPublic: text(row.type) !== 'INTIMATE',
    likes: countOf(row.likes),
  };
}

function toLink(row: JsonObject): Item {
  return {
    kind: 'link',
    key: text(row.id),
    group: text(row.team),
    name: text(row.name),
    url: text(row.url),
    intro: text(row.description),
    avatar: text(row.logo),
  };
}

const noCounterpart: [table: string, thing: string, reason: string][] = [
  ['attachments', '附件', '这个文件里只有名录，没有附件本身；文中的图片从原来的网站取'],
  ['menus', '菜单项', '没有带过来'],
  ['photos', '图库照片', '没有带过来'],
  ['post_metas', '自定义字段', '没有带过来'],
];

function* losses({ counts, losses: known }: Tables): Generator<Loss> {
  yield* known;
  for (const [table, thing, reason] of noCounterpart) {
    const count = counts.get(table) ?? 0;
    if (count > 0) yield loss(thing, `${count} 个`, reason);
  }
}

function loss(thing: string, place: string, reason: string): Loss {
  return { kind: 'loss', thing, place: place.slice(0, 200), reason };
}
