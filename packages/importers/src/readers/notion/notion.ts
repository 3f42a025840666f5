import { convert } from '@mojian/foreign-files/markdown/convert';
import { parseDate } from '@mojian/foreign-files/markdown/fields';
import { callout } from '@mojian/foreign-files/markdown/forms';
import { plainTitle, takeTitle } from '@mojian/foreign-files/markdown/read-document';
import { decodeText, largestText, UnreadableFile } from '@mojian/foreign-files/read-text';
import { replacePassages } from '@mojian/markdown/text';
import {
  type Item,
  type Loss,
  type Reader,
  type Source,
  type SourceArticle,
  type SourceEntry,
  UnreadableSource,
} from '../../form.ts';
import { markdown } from '../markdown/markdown.ts';
import { createReferences, type References } from '../markdown/references.ts';
import { type Properties, splitProperties } from './properties.ts';

/** `雨 0123456789abcdef0123456789abcdef.md`; folders and tables are named alike. */
const named = /^(.*?) ?([0-9a-f]{32})(?:_all)?(?:\.\w+)?$/;
const isPage = /[ /]?[0-9a-f]{32}\.md$/;

/** The export of Notion as Markdown & CSV. */
export const notion: Reader = {
  id: 'notion',
  name: 'Notion',
  recognizes: ({ entries }) => {
    const texts = entries.filter(({ path }) => /\.md$/i.test(path));
    return texts.length > 0 && texts.filter(({ path }) => isPage.test(path)).length * 2 > texts.length;
  },
  read,
  findPicture: markdown.findPicture,
};

async function* read(source: Source): AsyncGenerator<Item> {
  const files = source.entries
    .filter(({ path }) => /\.md$/i.test(path))
    .map((entry) => ({ key: entry.path, entry }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  const tables = source.entries.filter(({ path }) => /\.csv$/i.test(path));
  const context = {
    references: createReferences(files),
    tables: new Set(tables.map(({ path }) => path.replace(/(?:_all)?\.csv$/i, ''))),
  };
  yield { kind: 'site', url: '', title: '' };
  yield* sections(files.map(({ key }) => key));
  const seen = new Set<string>();
  for (const { key, entry } of files) {
    const id = nameOf(key).id || key;
    if (seen.has(id)) yield loss(key, '同一个页面出现了两次，用了前一个');
    else yield await readPage(entry, context);
    seen.add(id);
  }
  for (const { path } of tables)
    if (!/_all\.csv$/i.test(path)) yield loss(path, '表格的每一行作为一篇文章，表格本身没有带过来', '表格');
}

function nameOf(path: string) {
  const last = path.replace(/^.*\//, '');
  const [, name = '', id = ''] = named.exec(last) ?? [];
  return id ? { name: name.trim() || '未命名', id } : { name: last.replace(/\.\w+$/, ''), id: '' };
}

/** The folders around a page, from the outermost on. */
function foldersOf(key: string) {
  const page = key.split('/').slice(0, -1);
  return page.map((_, at) => page.slice(0, at + 1).join('/'));
}

/** A folder has the name of the page or table whose pages are in it. */
function* sections(keys: string[]): Generator<Item> {
  const folders = new Set(keys.flatMap(foldersOf));
  for (const folder of folders) {
    const above = folder.includes('/') ? folder.replace(/\/[^/]*$/, '') : null;
    yield { kind: 'category', key: folder, name: nameOf(folder).name, parent: above, intro: '', addresses: [] };
  }
}

type Context = { references: References; tables: Set<string> };

async function readPage(entry: SourceEntry, context: Context): Promise<SourceArticle | Loss> {
  try {
    // Declared size; unpacking enforces it.
    if (entry.size > largestText) return loss(entry.path, '文件超过 5 MB');
    return await toArticle(entry, context, decodeText(await entry.read()));
  } catch (error) {
    const isTheFiles = error instanceof UnreadableFile || error instanceof UnreadableSource;
    if (isTheFiles || (error instanceof Error && error.name === 'Failure')) return loss(entry.path, error.message);
    throw error;
  }
}

async function toArticle(entry: SourceEntry, { references, tables }: Context, source: string): Promise<SourceArticle> {
  const { path: key } = entry;
  const { name, id } = nameOf(key);
  const folder = foldersOf(key).at(-1);
  const page = splitProperties(source, folder !== undefined && tables.has(folder));
  const converted = convert({ body: asCallouts(page.body), mdx: false, findPost: () => undefined });
  const { restore } = converted.shelter;
  const linked = withoutTables(references.relink(converted.text, key));
  const { title, markdown: text } = takeTitle(linked, page.title);
  const { author, unused, summary, slug, tags } = page.properties;
  const dates = datesOf(page.properties, entry.modifiedAt);
  return {
    kind: 'article',
    key: id || key,
    isPage: false,
    title: plainTitle(restore(title)) || name,
    markdown: restore(text),
    summary,
    hasPassword: false,
    author: author ? { name: author, email: '', website: '' } : null,
    categories: [...page.properties.categories, ...(folder ? [nameOf(folder).name] : [])],
    tags,
    cover: '',
    slug,
    description: '',
    keywords: '',
    pinned: false,
    commenting: 'open',
    views: 0,
    likes: 0,
    addresses: addressesOf(key, name, id),
    base: `/${key}`,
    ...dates,
    warnings: [
      ...(dates.isDateGuessed ? ['没有写日期，用了文件的时间'] : []),
      ...(unused.length > 0 ? [`没有采用的属性：${unused.join('、').slice(0, 200)}`] : []),
      ...converted.warnings,
    ],
  };
}

type Dates = Pick<SourceArticle, 'state' | 'publishedAt' | 'updatedAt' | 'isDateGuessed'>;

function datesOf({ date, updated, isDraft }: Properties, modifiedAt: number): Dates {
  // Notion writes a range of dates with an arrow, and the zone in brackets.
  const read = (written: string) =>
    parseDate(
      written
        .split(' → ', 1)[0]
        ?.replace(/\([A-Z+\-\d:]{1,9}\)$/, '')
        .trim(),
    );
  const published = read(date);
  const dates = { updatedAt: read(updated) ?? null, isDateGuessed: published === undefined && !isDraft };
  if (isDraft) return { ...dates, state: 'draft', publishedAt: published ?? null };
  return { ...dates, state: 'published', publishedAt: published ?? modifiedAt };
}

/** `<aside>` is a callout, its first sign an emoji. */
function asCallouts(body: string) {
  return replacePassages(body, { opening: /^<aside>/gm, closing: /<\/aside>$/gm }, (inner) =>
    callout('NOTE', '', inner.trim()),
  );
}

/** Links to tables lead nowhere here; their names remain. */
function withoutTables(text: string) {
  return text.replace(/(?<!!)\[([^[\]\n]*)\]\([^()\s]*\.csv\)/g, '$1');
}

/** Its public addresses are `/Title-id` and `/id`; links between pages lead to the path of the file. */
function addressesOf(key: string, name: string, id: string) {
  const path = `/${key.replace(/\.md$/i, '')}`;
  const dashed = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return id ? [path, `/${dashed}-${id}`, `/${id}`] : [path];
}

function loss(place: string, reason: string, thing = '页面'): Loss {
  return { kind: 'loss', thing, place: place.slice(0, 200), reason };
}
