import { readTypes } from '@mojian/contract/platform/rules';
import type { Item, Loss, Source, SourceArticle, SourceEntry } from '../../form.ts';
import { findEntryBelow, pathOfAddress } from '../find-entry.ts';
import { fromHtml } from '../html.ts';
import { openJsonValues } from '../json-stream.ts';
import { asBoolean, asList, asObject, type JsonObject, mail, rawText, text, time } from '../values.ts';
import { decodeExtension, type Index, indexExtensions, type Place, type Section } from './extensions.ts';
import { authorByName, createdAt, isRemoved, loss, metadataName, toComment, toLink, toSay } from './others.ts';
import { applyPatch } from './patches.ts';

type Stored = Awaited<ReturnType<typeof openJsonValues>>;
type Backup = { index: Index; stored: Stored };

/** Reads `extensions.data` of a Halo 2 backup. */
export async function* readHaloBackup(source: Source): AsyncGenerator<Item> {
  const index = await indexExtensions(source.path);
  const stored = await openJsonValues(source.path);
  const backup = { index, stored };
  try {
    yield { kind: 'site', url: index.origin, title: titleOf(index) };
    yield* people(index);
    yield* sections(index);
    yield* items(backup, 'posts', (fields) => toArticle(backup, fields, 'posts'));
    yield* items(backup, 'singlepages', (fields) => toArticle(backup, fields, 'singlepages'));
    yield* items(backup, 'moments', (fields) => toSay(index, fields));
    yield* items(backup, 'links', (fields) => toLink(index, fields));
    yield* items(backup, 'comments', (fields) => toComment(index, fields, 'comments'));
    yield* items(backup, 'replies', (fields) => toComment(index, fields, 'replies'));
    yield* losses(index);
  } finally {
    await stored.close();
  }
  if (index.broken) throw index.broken;
}

function titleOf({ settings }: Index) {
  return text(parse(asObject(settings.get('system')).basic).title);
}

function parse(value: unknown): JsonObject {
  try {
    return asObject(JSON.parse(text(value)));
  } catch {
    return {};
  }
}

function* people({ users }: Index): Generator<Item> {
  for (const [key, { name, email, intro, createdAt, isHidden }] of users) {
    if (isHidden || key === 'anonymousUser' || key === 'ghost') continue;
    yield { kind: 'person', key, name, email: mail(email), website: '', intro, createdAt: time(createdAt) };
  }
}

function* sections({ categories, tags }: Index): Generator<Item> {
  for (const [key, category] of categories) {
    const { name, intro, parent } = category;
    const addresses = addressesOf(category, 'categories');
    if (name) yield { kind: 'category', key, name, parent, intro, addresses };
  }
  for (const [key, tag] of tags)
    if (tag.name) yield { kind: 'tag', key, name: tag.name, addresses: addressesOf(tag, 'tags') };
}

function addressesOf({ permalink, slug }: Pick<Section, 'permalink' | 'slug'>, folder: string) {
  return [...new Set([permalink, slug && `/${folder}/${slug}`].filter(Boolean))];
}

/** Reads things of one kind; a broken one and one whose name comes twice are losses. */
async function* items(
  { index, stored }: Backup,
  plural: string,
  convert: (fields: JsonObject) => Promise<Item> | Item,
) {
  const seen = new Set<string>();
  for (const place of index.places.get(plural) ?? []) {
    const fields = await readAt(stored, place);
    const name = metadataName(fields);
    const wrong = !name ? '读不懂这一条' : seen.has(name) ? '同一个编号出现了两次，用了前一个' : undefined;
    seen.add(name);
    if (wrong) yield loss(kindNames[plural] ?? '数据', name || `第 ${place.start + 1} 个字节`, wrong);
    else yield await convert(fields);
  }
}

const kindNames: Record<string, string> = {
  posts: '文章',
  singlepages: '页面',
  moments: '瞬间',
  links: '链接',
  comments: '评论',
  replies: '评论',
};

async function readAt(stored: Stored, place: Place): Promise<JsonObject> {
  return decodeExtension(await stored.read(place).catch(() => undefined));
}

async function toArticle(
  backup: Backup,
  fields: JsonObject,
  plural: 'posts' | 'singlepages',
): Promise<SourceArticle | Loss> {
  const { index } = backup;
  const spec = asObject(fields.spec);
  const name = metadataName(fields);
  const title = text(spec.title);
  if (isRemoved(fields)) return loss(kindNames[plural] ?? '', title || name, '在回收站里，没有带过来');
  const access = accessOf(fields);
  const content = await contentOf(backup, spec, access.state === 'draft' || access.state === 'held');
  const counter = index.counters.get(`${plural}.content.halo.run/${name}`);
  const excerpt = asObject(spec.excerpt);
  return {
    kind: 'article',
    key: `${plural}/${name}`,
    isPage: plural === 'singlepages',
    title,
    markdown: content.markdown,
    summary: asBoolean(excerpt.autoGenerate) ? '' : text(excerpt.raw),
    state: access.state,
    hasPassword: false,
    author: authorByName(index, text(spec.owner)),
    categories: namesOf(index.categories, spec.categories),
    tags: namesOf(index.tags, spec.tags),
    cover: text(spec.cover),
    slug: text(spec.slug),
    description: metaOf(spec, 'description'),
    keywords: metaOf(spec, 'keywords'),
    publishedAt: time(spec.publishTime) ?? (access.state === 'draft' ? null : createdAt(fields)),
    updatedAt: time(asObject(fields.status).lastModifyTime),
    pinned: asBoolean(spec.pinned),
    commenting: spec.allowComment === false ? 'closed' : 'open',
    views: counter?.visits ?? 0,
    likes: counter?.likes ?? 0,
    addresses: articleAddresses(fields, plural),
    base: '',
    warnings: [...access.warnings, ...content.warnings],
    readType: access.readType,
  };
}

function namesOf(sections: Map<string, Section>, keys: unknown) {
  const names = asList(keys).map((key) => sections.get(text(key))?.name);
  return [...new Set(names.filter((name) => name !== undefined && name !== ''))] as string[];
}

function articleAddresses({ spec, status }: JsonObject, plural: string) {
  const slug = text(asObject(spec).slug);
  const folder = plural === 'posts' ? '/archives/' : '/';
  return [...new Set([text(asObject(status).permalink), slug && folder + slug].filter(Boolean))];
}

function metaOf({ htmlMetas }: JsonObject, name: string) {
  return text(
    asList(htmlMetas)
      .map(asObject)
      .find((meta) => text(meta.name) === name)?.content,
  );
}

type Access = { state: SourceArticle['state']; warnings: string[]; readType?: number };

function accessOf({ spec, status, metadata }: JsonObject): Access {
  const { publish, visible } = asObject(spec);
  const willPublish = asBoolean(asObject(asObject(metadata).labels)['content.halo.run/scheduling-publish']);
  if (!asBoolean(publish) && !willPublish)
    return { state: text(asObject(status).phase) === 'PENDING_APPROVAL' ? 'held' : 'draft', warnings: [] };
  if (text(visible) === 'PRIVATE') return { state: 'private', warnings: [] };
  if (text(visible) !== 'INTERNAL') return { state: 'published', warnings: [] };
  const warnings = ['原来只给内部成员看，这里是登录后可读'];
  return { state: 'published', warnings, readType: readTypes.signedIn };
}

/** Reads the version that readers see, or the last one of a draft. */
async function contentOf({ index, stored }: Backup, spec: JsonObject, isDraft: boolean) {
  const wanted = (!isDraft && text(spec.releaseSnapshot)) || text(spec.headSnapshot);
  const read = async (name: string) => {
    const place = index.snapshots.get(name);
    return place && asObject((await readAt(stored, place)).spec);
  };
  const base = await read(text(spec.baseSnapshot));
  const version = wanted === text(spec.baseSnapshot) ? base : await read(wanted);
  if (!base || !version) return { markdown: '', warnings: ['备份里没有正文的版本，只有标题和信息'] };
  const merged = version === base ? fieldsOf(base) : patched(base, version);
  const { markdown, warnings } = await toMarkdown(merged ?? fieldsOf(base), text(version.rawType));
  const newer = !isDraft && text(spec.headSnapshot) !== wanted ? ['还有没发布的修改，这里是发布过的版本'] : [];
  const lost = merged ? [] : ['版本的差异对不上，用了最早的版本'];
  return { markdown, warnings: [...warnings, ...newer, ...lost] };
}

function fieldsOf({ rawPatch, contentPatch }: JsonObject) {
  return { raw: rawText(rawPatch), content: rawText(contentPatch) };
}

function patched(base: JsonObject, version: JsonObject) {
  const first = fieldsOf(base);
  const change = fieldsOf(version);
  const raw = applyPatch(first.raw, change.raw);
  const content = applyPatch(first.content, change.content);
  return raw === undefined || content === undefined ? undefined : { raw, content };
}

async function toMarkdown({ raw, content }: { raw: string; content: string }, rawType: string) {
  if (/markdown/i.test(rawType) && raw.trim()) return { markdown: raw, warnings: [] };
  return fromHtml(content.trim() ? content : raw);
}

/** Things of Halo and of common plugins that have no counterpart here. */
const noCounterpart: Record<string, string> = {
  menuitems: '菜单项',
  photos: '图库照片',
  themes: '主题',
  plugins: '插件',
  docs: '文档',
};

function* losses({ losses: known, others }: Index): Generator<Loss> {
  yield* known;
  for (const [plural, thing] of Object.entries(noCounterpart)) {
    const count = others.get(plural) ?? 0;
    if (count > 0) yield loss(thing, `${count} 个`, '没有带过来');
  }
}

/** Halo serves `workdir/attachments/upload/a.png` as `/upload/a.png`, and thumbnails by the address of the picture. */
export function findInBackup(source: Source, address: string): SourceEntry | undefined {
  const isThumbnail = address.includes('/thumbnails/-/via-uri?');
  const original = isThumbnail ? URL.parse(address, 'http://site')?.searchParams.get('uri') : undefined;
  const path = pathOfAddress(original ?? address).replace(/^https?:\/\/[^/]+/i, '');
  const at = path.indexOf('/upload/');
  return at < 0
    ? undefined
    : (findEntryBelow(source, `attachments${path.slice(at)}`) ?? findEntryBelow(source, path.slice(at)));
}
