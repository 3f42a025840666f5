import { createShelter } from '@mojian/foreign-files/markdown/code-shelter';
import { decodeText } from '@mojian/foreign-files/read-text';
import { readYaml } from '@mojian/foreign-files/yaml';
import type { Item, Loss, Reader, Source, SourceArticle, SourceEntry } from '../../form.ts';
import { countOf } from '../fields.ts';
import { findEntry } from '../find-entry.ts';
import type { FromHtml } from '../html.ts';
import { markdown } from '../markdown/markdown.ts';
import { asList, asObject, type JsonObject, rawText, text, time } from '../values.ts';
import { fromLake } from './lake.ts';

const metaFile = /(?:^|\/)\$meta\.json$/;
const isMarkdown = /\.(?:md|markdown)$/i;
const mostExamined = 5;
const deepestChapter = 100;

/** A `.lakebook` of 语雀, or its documents exported as Markdown. */
export const yuque: Reader = {
  id: 'yuque',
  name: '语雀',
  recognizes: async ({ entries }) => {
    if (entries.some(({ path }) => metaFile.test(path))) return true;
    for (const entry of entries.filter(({ path }) => isMarkdown.test(path)).slice(0, mostExamined))
      if (await isFromYuque(entry)) return true;
    return false;
  },
  read: (source) => (source.entries.some(({ path }) => metaFile.test(path)) ? readBook(source) : readDocuments(source)),
  findPicture: markdown.findPicture,
};

async function isFromYuque(entry: SourceEntry) {
  const source = await entry
    .read()
    .then(decodeText)
    .catch(() => '');
  return source.includes('](https://cdn.nlark.com/yuque/') || /<a name="[\w-]{5,20}"><\/a>/.test(source);
}

/** Cleans what its Markdown export leaves of the editor, then reads the files as any Markdown. */
function readDocuments(source: Source): AsyncIterable<Item> {
  const entries = source.entries.map((entry) => {
    const read = async () => Buffer.from(cleanMarkdown(decodeText(await entry.read())));
    return isMarkdown.test(entry.path) ? { ...entry, read } : entry;
  });
  return markdown.read({ ...source, entries });
}

function cleanMarkdown(source: string) {
  const shelter = createShelter();
  const cleaned = shelter
    .hideCode(source)
    .replace(/<a name="[^"<>]*"><\/a>/g, '')
    .replace(/<\/?(?:font|span|u)(?:\s[^<>]*)?>/gi, '')
    .replace(/<br\s*\/?>/gi, '  \n')
    // Hints for its own viewer, behind the picture's address.
    .replace(/(\(https?:\/\/cdn\.nlark\.com\/[^\s()#]+)#[^\s()]*/g, '$1');
  return shelter.restore(cleaned);
}

type Chapter = { key: string; name: string; parent: string | null };

async function* readBook(source: Source): AsyncGenerator<Item> {
  const meta = source.entries.find(({ path }) => metaFile.test(path));
  const book = meta ? await readMeta(meta) : {};
  yield { kind: 'site', url: '', title: text(book.name) };
  const folder = meta?.path.replace(metaFile, '') ?? '';
  const { chapters, places } = readContents(text(book.tocYml));
  for (const { key, name, parent } of chapters.values())
    yield { kind: 'category', key, name, parent, intro: '', addresses: [] };
  const documents = source.entries.filter(({ path }) => path.endsWith('.json') && path !== meta?.path);
  const order = [...places.keys()];
  const rank = (entry: SourceEntry) => (order.indexOf(slugOf(entry)) + order.length + 1) % (order.length + 1);
  const ranked = documents.map((entry) => ({ entry, rank: rank(entry) })).sort((one, other) => one.rank - other.rank);
  for (const { entry } of ranked) yield await readDocument(entry, places.get(slugOf(entry)));
  const missing = order.filter((slug) => !findEntry(source, [folder ? `${folder}/${slug}.json` : `${slug}.json`]));
  for (const slug of missing) yield loss(slug, '目录里有，文件里没有');
}

function slugOf({ path }: SourceEntry) {
  return path.replace(/^.*\//, '').replace(/\.json$/, '');
}

async function readMeta(entry: SourceEntry): Promise<JsonObject> {
  try {
    const outer = asObject(JSON.parse((await entry.read()).toString('utf8')));
    return asObject(asObject(JSON.parse(text(outer.meta))).book);
  } catch {
    return {}; // the documents are read without their order
  }
}

/** Reads the table of contents: headings are categories, `level` tells what is below them. */
function readContents(toc: string) {
  const chapters = new Map<string, Chapter>();
  const places = new Map<string, string>();
  const above: (Chapter | undefined)[] = [];
  for (const row of parseToc(toc)) {
    const level = Math.min(countOf(row.level), deepestChapter);
    const parent = above.slice(0, level).findLast((chapter) => chapter !== undefined);
    above.length = level;
    if (text(row.type) === 'TITLE') {
      const name = text(row.title);
      const chapter = { key: text(row.uuid) || name, name, parent: parent?.key ?? null };
      above[level] = chapter;
      chapters.set(chapter.key, chapter);
    } else if (text(row.type) === 'DOC') places.set(text(row.url), parent?.name ?? '');
  }
  return { chapters, places };
}

function parseToc(toc: string): JsonObject[] {
  try {
    return asList(readYaml(toc)).map(asObject);
  } catch {
    return [];
  }
}

async function readDocument(entry: SourceEntry, chapter: string | undefined): Promise<SourceArticle | Loss> {
  const doc = await parseDocument(entry);
  if (!doc) return loss(entry.path, '读不懂这个文件');
  const other = otherKind(doc);
  if (other) return loss(text(doc.title) || entry.path, `是${other}，没有带过来`);
  const { markdown: body, warnings } = await bodyOf(doc);
  const access = accessOf(doc);
  return {
    kind: 'article',
    key: text(doc.id) || slugOf(entry),
    isPage: false,
    title: text(doc.title),
    markdown: body,
    summary: text(doc.custom_description),
    state: access.state,
    hasPassword: false,
    author: null,
    categories: chapter ? [chapter] : [],
    tags: asList(doc.tags)
      .map((tag) => text(asObject(tag).title) || text(tag))
      .filter(Boolean),
    cover: text(doc.cover),
    slug: text(doc.slug) || slugOf(entry),
    description: '',
    keywords: '',
    publishedAt: access.publishedAt,
    updatedAt: time(doc.content_updated_at) ?? time(doc.updated_at),
    pinned: false,
    commenting: 'open',
    views: 0,
    likes: countOf(doc.likes_count),
    addresses: [],
    base: '',
    warnings: [...warnings, ...access.warnings],
  };
}

function otherKind(doc: JsonObject) {
  const kind = `${text(doc.type)} ${text(doc.format)}`;
  if (/sheet/i.test(kind)) return '表格';
  return /board|table|mind/i.test(kind) ? '画板或数据表' : undefined;
}

async function bodyOf(doc: JsonObject): Promise<FromHtml> {
  if (text(doc.format) === 'markdown') return { markdown: cleanMarkdown(rawText(doc.body)), warnings: [] };
  return fromLake(rawText(doc.body_asl) || rawText(doc.body) || rawText(doc.content));
}

/** Documents of a closed book are not for everybody. */
function accessOf(doc: JsonObject): Pick<SourceArticle, 'state' | 'publishedAt' | 'warnings'> {
  const publishedAt = time(doc.first_published_at) ?? time(doc.published_at);
  if (publishedAt === null) return { state: 'draft', publishedAt, warnings: [] };
  if (doc.public !== 0) return { state: 'published', publishedAt, warnings: [] };
  return { state: 'private', publishedAt, warnings: ['在语雀里不公开，这里存为仅自己可见'] };
}

async function parseDocument(entry: SourceEntry): Promise<JsonObject | undefined> {
  try {
    const { doc } = asObject(JSON.parse((await entry.read()).toString('utf8')));
    return doc === undefined ? undefined : asObject(doc);
  } catch {
    return undefined;
  }
}

function loss(place: string, reason: string): Loss {
  return { kind: 'loss', thing: '文档', place: place.slice(0, 200), reason };
}
