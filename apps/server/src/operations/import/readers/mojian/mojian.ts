import { createHash } from 'node:crypto';
import { splitFrontMatter } from '@mojian/foreign-files/markdown/front-matter';
import { type Item, type Reader, type Source, UnreadableSource } from '@mojian/importers/form';
import type { OwnDraft } from '@mojian/importers/form-own';
import { z } from 'zod';
import { isPasswordHash } from '../../../../content/articles/article-password.ts';
import { typeOfKey } from '../../../../platform/storage/storage.ts';
import { contentFormat, markerName } from '../../../content-export/export-content.ts';
import { toAddresses } from '../../../content-export/picture-links.ts';
import { type Files, filesOf, lossOf, parsed, rootOf } from './files.ts';
import { commentsOf, type Lists, listItems } from './lists.ts';
import { type ArticleFields, articleShape, draftShape, shapes } from './shapes.ts';

/** An export of all content of this program, as a folder or zip. */
export const mojian: Reader = {
  id: 'mojian',
  name: '墨笺',
  recognizes: (source) => rootOf(source) !== undefined,
  read,
};

const marker = z.object({ product: z.literal('mojian'), format: z.int() });
async function* read(source: Source): AsyncGenerator<Item> {
  const files = filesOf(source);
  await requireFormat(files);
  yield { kind: 'site', url: '', title: '' };
  yield* storedFiles(files);
  const lists: Lists = { authors: new Map(), sayKeys: [] };
  yield* listItems(files, lists, 'before');
  const drafts = byNumber(files, 'drafts/');
  for (const [number, path] of byNumber(files, 'articles/')) {
    try {
      yield await readArticle(files, { path, draft: drafts.get(number), lists });
    } catch (error) {
      yield lossOf(path, error);
    }
  }
  yield* listItems(files, lists, 'after');
  for (const path of files.paths) if (path.startsWith('comments/')) yield* commentsOf(files, path, lists);
}

async function* storedFiles(files: Files): AsyncGenerator<Item> {
  const names = await readNames(files);
  for (const path of files.paths) {
    const key = path.replace(/^pictures\//, '');
    const entry = key !== path && typeOfKey(key) !== undefined ? files.entry(path) : undefined;
    if (entry) yield { kind: 'picture', key, name: names.get(key) ?? '', entry };
  }
}

const fileNames = z.array(z.object({ key: z.string(), name: z.string() }));

/** Names of the downloads by key; exports of before have none. */
async function readNames(files: Files) {
  const text = await files.read('files.json');
  const named = text === undefined ? [] : (fileNames.safeParse(parsed(text, 'files.json')).data ?? []);
  return new Map(named.map(({ key, name }) => [key, name]));
}

/** @throws UnreadableSource for an export of a newer version */
async function requireFormat(files: Files) {
  const text = (await files.read(markerName)) ?? '';
  const found = marker.safeParse(parsed(text, markerName)).data;
  if (!found) throw new UnreadableSource(`${markerName} 不是墨笺导出的`);
  if (found.format > contentFormat) throw new UnreadableSource('这份导出来自更新的版本，请先升级墨笺');
}

/** Markdown files of a folder by their leading number, in its order. */
function byNumber({ paths }: Files, folder: string) {
  const named = paths.filter((path) => path.startsWith(folder) && path.endsWith('.md'));
  const numbered = named.map((path) => [Number.parseInt(path.slice(folder.length), 10) || 0, path] as const);
  return new Map(numbered.sort(([one], [other]) => one - other));
}

type Place = { path: string; draft: string | undefined; lists: Lists };

async function readArticle(files: Files, { path, draft, lists }: Place): Promise<Item> {
  const { fields, markdown, text } = await readMarkdown(files, path);
  const meta = articleShape.parse(fields);
  const pending = draft === undefined ? undefined : await readMarkdown(files, draft);
  const hash = createHash('sha256').update(text);
  if (pending) hash.update(pending.text);
  return {
    ...articleFields(meta, markdown),
    source: hash.digest('base64url'),
    own: {
      id: meta.id,
      author: lists.authors.get(meta.author) ?? null,
      state: meta.state,
      createdAt: meta.created,
      series: meta.series ?? null,
      seriesPosition: meta.seriesPosition,
      featuredPosition: meta.featuredPosition,
      coverNumber: meta.coverNumber ?? null,
      focusX: meta.focusX,
      focusY: meta.focusY,
      sourceAuthor: meta.sourceAuthor,
      album: meta.kind === 'album' ? { place: meta.albumPlace, time: meta.albumTime } : null,
      password: isPasswordHash(meta.passwordHash) ? { hash: meta.passwordHash, hint: meta.passwordHint } : null,
      draft: pending ? draftOf(pending) : null,
    },
  };
}

function articleFields(meta: ArticleFields, markdown: string) {
  return {
    kind: 'article',
    key: String(meta.id),
    isPage: meta.kind === 'page',
    title: meta.title,
    markdown,
    summary: meta.summary,
    state: meta.state === 'published' || meta.state === 'private' ? meta.state : 'draft',
    hasPassword: false,
    author: null,
    categories: meta.category ? [meta.category] : [],
    tags: meta.tags,
    cover: meta.cover,
    slug: meta.slug ?? '',
    description: meta.description,
    keywords: meta.keywords,
    publishedAt: meta.date ?? null,
    updatedAt: meta.updated,
    pinned: meta.pinned,
    commenting: meta.commenting,
    highlighting: meta.highlighting,
    hasAiContent: meta.hasAiContent,
    views: meta.views,
    likes: 0,
    addresses: [],
    base: '',
    warnings: [],
    readType: meta.readType,
    sourceUrl: meta.source,
    isOriginal: meta.original,
    isFeatured: meta.featured,
    isRecommended: meta.recommended,
  } satisfies Item;
}

function draftOf({ fields, markdown }: Awaited<ReturnType<typeof readMarkdown>>): OwnDraft {
  const { savedAt, submittedAt = null, refusal, content } = draftShape.parse(fields);
  const { password } = content;
  const safePassword = password === undefined || isPasswordHash(String(password)) ? {} : { password: '' };
  const all = { ...content, ...safePassword, markdown };
  return { title: String(content.title ?? ''), savedAt, submittedAt, refusal, content: all };
}

/** Returns front matter and text; the text is every byte after the blank line. */
async function readMarkdown(files: Files, path: string) {
  const text = toAddresses((await files.read(path)) ?? '');
  const end = text.indexOf('\n---\n\n');
  if (!text.startsWith('---\n') || end < 0) throw new Error('没有 front matter');
  return { fields: splitFrontMatter(text.slice(0, end + 5)).fields ?? {}, markdown: text.slice(end + 6), text };
}

/** The owner that an export names, for a site without one. */
export async function ownerOfExport(source: Source): Promise<{ nickname: string; intro: string } | undefined> {
  const written = toAddresses((await filesOf(source).read('authors.json')) ?? '[]');
  const authors = shapes.authors.safeParse(parsed(written, 'authors.json')).data ?? [];
  const owner = authors.find(({ role }) => role === 'owner');
  return owner && { nickname: owner.nickname, intro: owner.intro };
}
