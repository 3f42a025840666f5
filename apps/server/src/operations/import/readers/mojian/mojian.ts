import { createHash } from 'node:crypto';
import { z } from 'zod';
import { splitFrontMatter } from '../../../../content/markdown-files/front-matter.ts';
import { typeOfKey } from '../../../../platform/storage/storage.ts';
import { contentFormat, markerName } from '../../../content-export/export-content.ts';
import { toAddresses } from '../../../content-export/picture-links.ts';
import { type Item, type Reader, type Source, UnreadableSource } from '../../form.ts';
import type { OwnDraft } from '../../form-own.ts';
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
  for (const path of files.paths) {
    const key = path.replace(/^pictures\//, '');
    const entry = key !== path && typeOfKey(key) !== undefined ? files.entry(path) : undefined;
    if (entry) yield { kind: 'picture', key, read: entry.read };
  }
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
  const said = articleShape.parse(fields);
  const pending = draft === undefined ? undefined : await readMarkdown(files, draft);
  const hash = createHash('sha256').update(text);
  if (pending) hash.update(pending.text);
  return {
    ...textsOf(said, markdown),
    source: hash.digest('base64url'),
    own: {
      id: said.id,
      author: lists.authors.get(said.author) ?? null,
      state: said.state,
      createdAt: said.created,
      series: said.series ?? null,
      seriesPosition: said.seriesPosition,
      featuredPosition: said.featuredPosition,
      coverNumber: said.coverNumber ?? null,
      focusX: said.focusX,
      focusY: said.focusY,
      sourceAuthor: said.sourceAuthor,
      draft: pending ? draftOf(pending) : null,
    },
  };
}

function textsOf(said: ArticleFields, markdown: string) {
  return {
    kind: 'article',
    key: String(said.id),
    isPage: said.kind === 'page',
    title: said.title,
    markdown,
    summary: said.summary,
    state: said.state === 'published' || said.state === 'private' ? said.state : 'draft',
    hasPassword: false,
    author: null,
    categories: said.category ? [said.category] : [],
    tags: said.tags,
    cover: said.cover,
    slug: said.slug ?? '',
    description: said.description,
    keywords: said.keywords,
    publishedAt: said.date ?? null,
    updatedAt: said.updated,
    pinned: said.pinned,
    commenting: said.commenting,
    views: said.views,
    likes: 0,
    addresses: [],
    base: '',
    warnings: [],
    readType: said.readType,
    sourceUrl: said.source,
    isOriginal: said.original,
    isFeatured: said.featured,
    isRecommended: said.recommended,
  } satisfies Item;
}

function draftOf({ fields, markdown }: Awaited<ReturnType<typeof readMarkdown>>): OwnDraft {
  const { savedAt, submittedAt = null, refusal, content } = draftShape.parse(fields);
  return { title: String(content.title ?? ''), savedAt, submittedAt, refusal, content: { ...content, markdown } };
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
