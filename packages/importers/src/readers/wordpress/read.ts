import { beginningOf } from '@mojian/foreign-files/xml/encodings';
import { childrenOf, textIn, type XmlNode, type XmlRecord } from '@mojian/foreign-files/xml/xml';
import type { IsKnown, Item, Reader, Source, SourceEntry } from '../../form.ts';
import { findEntryBelow, pathOfAddress } from '../find-entry.ts';
import { readXml } from '../xml.ts';
import { type ItemContext, keyOf, readItem, typeOf } from './article.ts';
import { readComment } from './comments.ts';
import { fileKey, records, type Survey, surveyFile, type Term } from './survey.ts';

/** WordPress' export, "WXR", of any version. The file is read twice: what comes first may refer to what comes later. */
export const wordpress: Reader = {
  id: 'wordpress',
  name: 'WordPress',
  recognizes: (source) => isWxr(beginningOf(source.head)),
  read: readWxr,
  findPicture,
};

/** A zip may hold the folder of uploads beside the export: a file, or the whole one of a scaled copy that is missing. */
function findPicture(source: Source, address: string): SourceEntry | undefined {
  const [, path] = /\/wp-content\/uploads\/(.+)$/.exec(pathOfAddress(address)) ?? [];
  if (path === undefined || source.entries.length === 0) return undefined;
  const find = (file: string) => findEntryBelow(source, `uploads/${file}`);
  return find(path) ?? find(fileKey(path));
}

const wxrMarks =
  /xmlns:wp=["']https?:\/\/wordpress\.org\/export\/|<wp:(?:wxr_version|base_blog_url|author|category|post_id|post_type)\b/;

export function isWxr(head: string): boolean {
  return /<(?:rss|channel|\w+)\b/.test(head) && wxrMarks.test(head);
}

async function* readWxr(source: Source, isKnown?: IsKnown): AsyncGenerator<Item> {
  const survey = await surveyFile(source);
  yield { kind: 'site', url: survey.url, title: survey.title };
  yield* peopleOf(survey);
  yield* termsOf(survey);
  const keys = new Keys();
  for await (const part of readXml(source, { records, isOwnRecord: isComment })) {
    if ('kind' in part) yield part;
    else if (part.parent)
      yield await commentItem(part.node, { node: part.parent, key: keys.ofItem(part.parent) }, keys, survey);
    else yield* itemsOf(part, keys, { survey, isKnown });
  }
}

/** Comments are taken out once the post around them is known; a post may have a hundred thousand. */
function isComment({ name }: XmlNode, parent: XmlNode) {
  return name === 'wp:comment' && textIn(parent, 'wp:post_id') !== '' && textIn(parent, 'wp:post_type') !== '';
}

/** Keys of this file; ids that occur twice get their line, so that nothing is lost. */
class Keys {
  readonly #seen = new Set<string>();
  readonly #items = new WeakMap<XmlNode, string>();

  ofItem(node: XmlNode): string {
    const known = this.#items.get(node);
    if (known !== undefined) return known;
    const key = this.unique(`${typeOf(node) === 'other' ? 'other:' : ''}${keyOf(node)}`, textIn(node, 'wp:post_name'));
    this.#items.set(node, key);
    return key;
  }

  /** Keys already taken get an addition that is the same in every export. */
  unique(key: string, addition: string): string {
    let free = key;
    for (let count = 1; this.#seen.has(free); count++) free = `${key}:${addition}${count > 1 ? count : ''}`;
    this.#seen.add(free);
    return free;
  }
}

async function* itemsOf(part: XmlRecord, keys: Keys, { survey, isKnown }: ItemContext): AsyncGenerator<Item> {
  const { node } = part;
  if (node.name === 'wp:term') yield* foreignTerm(node);
  if (node.name !== 'item') return;
  const isFragment = textIn(node, 'wp:post_type') === '' && (part.isBroken || textIn(node, 'content:encoded') === '');
  const key = isFragment ? keyOf(node) : keys.ofItem(node);
  yield* isFragment ? [fragment(part)] : await readItem(part, key, { survey, isKnown });
  for (const child of childrenOf(node, 'wp:comment')) yield await commentItem(child, { node, key }, keys, survey);
}

function fragment({ node, isBroken }: XmlRecord): Item {
  const reason = isBroken ? '文件断在这篇之中' : '没有类型也没有正文';
  return { kind: 'loss', thing: '文章', place: `${textIn(node, 'title')}（第 ${node.line} 行）`, reason };
}

type Commented = { node: XmlNode; key: string };

async function commentItem(node: XmlNode, item: Commented, keys: Keys, survey: Survey): Promise<Item> {
  const read = await readComment(node, item.node, item.key, survey);
  if (read.kind !== 'comment') return read;
  return { ...read, key: keys.unique(`c${read.key}`, String(read.createdAt ?? '')).slice(1) };
}

/** WordPress lists each menu twice; menus are counted by their entries. */
function* foreignTerm(node: XmlNode): Generator<Item> {
  const taxonomy = textIn(node, 'wp:term_taxonomy');
  if (/^(category|post_tag|tag|post_format|nav_menu)$/.test(taxonomy)) return;
  const thing = `自定义分类法 ${taxonomy.slice(0, 40)}`;
  yield { kind: 'loss', thing, place: textIn(node, 'wp:term_name'), reason: '这里没有对应的' };
}

const most = 20;

/** The list of an author's posts is their page here; that of one without posts was empty, and leads home. */
function* peopleOf({ authors, authorIds, writing, prefix }: Survey): Generator<Item> {
  for (const [login, author] of authors) {
    const slug = login.toLowerCase().replace(/[\s@.]+/g, '-');
    const lists = [`${prefix}/author/${slug}/`, ...byId('author', authorIds.get(login) ?? '', prefix)];
    const addresses = writing.has(login) ? lists : [];
    yield { kind: 'person', key: login, ...author, intro: '', createdAt: null, addresses };
    if (!writing.has(login)) for (const from of lists) yield { kind: 'redirect', from, to: '/' };
  }
}

function* termsOf({ categories, tags, prefix, bases }: Survey): Generator<Item> {
  for (const term of categories.values()) {
    const path = pathTo(term, categories);
    const addresses = [
      ...bases.category.flatMap((base) => [`${prefix}/${base}/${path.join('/')}`, `${prefix}/${base}/${term.slug}`]),
      ...byId('cat', term.id, prefix),
    ];
    const parent = categories.has(term.parent) && path.length > 1 ? term.parent : null;
    yield {
      kind: 'category',
      key: term.slug,
      name: term.name,
      parent,
      intro: term.intro,
      addresses: [...new Set(addresses)],
    };
  }
  for (const { slug, name } of tags.values()) {
    const lists = bases.tag.map((base) => `${prefix}/${base}/${slug}`);
    yield { kind: 'tag', key: slug, name, addresses: [...lists, `${prefix}/?tag=${slug}`] };
  }
}

function byId(name: string, id: string, prefix: string) {
  return /^\d+$/.test(id) ? [`${prefix}/?${name}=${id}`] : [];
}

/** Slugs from the outermost category; a cycle ends where it closes. */
function pathTo(term: Term, categories: Map<string, Term>): string[] {
  const path: string[] = [];
  for (let next: Term | undefined = term; next && path.length < most; next = categories.get(next.parent)) {
    if (path.includes(next.slug)) break;
    path.unshift(next.slug);
  }
  return path;
}
