import type { IsKnown, Item, Loss, Reader, Source, SourceEntry } from '../../form.ts';
import { commentFromHtml } from '../comment-html.ts';
import { findEntryBelow, pathOfAddress } from '../find-entry.ts';
import { openJsonValues } from '../json-stream.ts';
import { asObject, type JsonObject, mail, text, time } from '../values.ts';
import { type Place, publicTags, toArticle } from './article.ts';
import { readGhostRedirects, readRoutes } from './redirects.ts';
import { readGhostTables, type Tables, type Tag } from './tables.ts';

/** Ghost's JSON export, versions 0 to 6, alone or in a zip with `content/`. */
export const ghost: Reader = {
  id: 'ghost',
  name: 'Ghost',
  recognizes: ({ head }) => {
    const start = head.subarray(0, 16 * 1024).toString('utf8');
    return /^\s*\{\s*"db"\s*:\s*\[/.test(start) || /^\s*\{\s*"meta"\s*:\s*\{[^{}]*"exported_on"/.test(start);
  },
  read,
  findPicture,
};

async function* read(source: Source, isKnown?: IsKnown): AsyncGenerator<Item> {
  const tables = await readGhostTables(source.path);
  yield { kind: 'site', url: '', title: tables.settings.get('title') ?? '' };
  yield* people(tables);
  yield* sections(tables);
  const patterns = [...permalinksOf(tables), ...(await readRoutes(source.entries))];
  yield* articles(source.path, tables, { patterns, isKnown });
  yield* comments(source.path, tables);
  yield* readGhostRedirects(source.entries);
  yield* losses(tables);
  if (tables.broken) throw tables.broken;
}

function permalinksOf({ settings }: Tables) {
  const written = settings.get('permalinks');
  return written?.startsWith('/') ? [written.replace(/:(\w+)/g, '{$1}')] : [];
}

/** The list of a writer's posts is their page here; that of one without posts was empty, and leads home. */
function* people({ writers, writersOf }: Tables): Generator<Item> {
  const writing = new Set([...writersOf.values()].flat().map(({ id }) => id));
  for (const { id, slug, name, email, website: site, intro, createdAt } of writers.values()) {
    const address = `/author/${slug}/`;
    const addresses = slug && writing.has(id) ? [address] : [];
    yield { kind: 'person', key: id, name, email, website: site, intro, createdAt: time(createdAt), addresses };
    if (slug && !writing.has(id)) yield { kind: 'redirect', from: address, to: '/' };
  }
}

function* sections(tables: Tables): Generator<Item> {
  const uses = countUses(tables);
  for (const tag of tables.tags.values()) {
    if (tag.isInternal) yield loss('内部标签', tag.name, '只供原来的主题使用，没有带过来');
    else yield* sectionsOf(tag, uses.get(tag.id) ?? { first: 0, other: 0 });
  }
}

type Uses = { first: number; other: number };

/** A tag may be the category of some posts and a tag of others; its address leads to where most of them are. */
function* sectionsOf({ id, name, slug, intro }: Tag, { first, other }: Uses): Generator<Item> {
  const addresses = slug ? [`/tag/${slug}/`] : [];
  const isCategory = first > 0 && first >= other;
  if (first > 0) yield { kind: 'category', key: id, name, parent: null, intro, addresses: isCategory ? addresses : [] };
  if (other > 0 || first === 0) yield { kind: 'tag', key: id, name, addresses: isCategory ? [] : addresses };
}

/** Counts for each tag how often it is the first one of a post, which makes it the category. */
function countUses(tables: Tables) {
  const uses = new Map<string, Uses>();
  for (const post of tables.tagsOf.keys())
    publicTags(tables, post).forEach(({ id }, index) => {
      const use = uses.get(id) ?? { first: 0, other: 0 };
      uses.set(id, { first: use.first + Number(index === 0), other: use.other + Number(index > 0) });
    });
  return uses;
}

async function* articles(file: string, tables: Tables, place: Place): AsyncGenerator<Item> {
  const stored = await openJsonValues(file);
  const seen = new Set<string>();
  try {
    for (const { start, end } of tables.posts) {
      const post = await stored.read({ start, end }).then(asObject, () => undefined);
      const id = post && text(post.id);
      if (!post || !id) yield loss('文章', `第 ${start + 1} 个字节`, '读不懂这一条');
      else if (seen.has(id)) yield loss('文章', text(post.title) || id, `编号 ${id} 出现了两次，用了前一篇`);
      else yield await toArticle(post, tables, place);
      if (id) seen.add(id);
    }
  } finally {
    await stored.close();
  }
}

/** Reads comments, which only a whole backup contains. */
async function* comments(file: string, tables: Tables): AsyncGenerator<Item> {
  if (tables.comments.length === 0) return;
  const stored = await openJsonValues(file);
  try {
    for (const place of tables.comments) {
      const row = await stored.read(place).then(asObject, () => ({}) as JsonObject);
      const member = tables.members.get(text(row.member_id));
      const removed = text(row.status) === 'deleted';
      yield {
        kind: 'comment',
        key: text(row.id),
        on: { article: text(row.post_id) },
        parent: text(row.in_reply_to_id) || text(row.parent_id) || null,
        author: { name: member?.name || '读者', email: mail(member?.email), website: '' },
        markdown: (await commentFromHtml(text(row.html))).markdown,
        createdAt: time(row.created_at),
        state: removed ? 'removed' : text(row.status) === 'hidden' ? 'held' : 'shown',
        likes: 0,
        pinned: false,
        device: '',
      };
    }
  } finally {
    await stored.close();
  }
}

/** Tables that have no counterpart here. */
const noCounterpart: [table: string, thing: string, reason: string][] = [
  ['members', '订阅者', '不会收到信；没有带过来'],
  ['newsletters', '邮件通讯', '这里没有邮件通讯'],
  ['products', '会员方案', '这里没有付费会员'],
  ['offers', '优惠', '这里没有付费会员'],
  ['snippets', '片段', '编辑器里的片段没有带过来'],
  ['recommendations', '推荐的网站', '没有带过来；可以手动加进友链'],
];

function* losses({ counts, settings, losses: known }: Tables): Generator<Loss> {
  yield* known;
  for (const [table, thing, reason] of noCounterpart) {
    const count = counts.get(table) ?? 0;
    if (count > 0) yield loss(thing, `${count} 条`, reason);
  }
  if (settings.get('codeinjection_head') || settings.get('codeinjection_foot') || settings.get('ghost_head'))
    yield loss('全站代码', '设置', '写在全站里的代码（code injection）没有带过来');
}

function loss(thing: string, place: string, reason: string): Loss {
  return { kind: 'loss', thing, place: place.slice(0, 200), reason };
}

/** Ghost writes sized copies as `/content/images/size/w600/2024/05/a.png`. */
function findPicture(source: Source, address: string): SourceEntry | undefined {
  const copy = /\/content\/(images|media|files)\/(?:size\/[^/]+\/)?(?:format\/[^/]+\/)?(.+)$/;
  const [, kind, file] = copy.exec(pathOfAddress(address)) ?? [];
  if (!kind || !file) return undefined;
  return findEntryBelow(source, `content/${kind}/${file}`) ?? findEntryBelow(source, `${kind}/${file}`);
}
