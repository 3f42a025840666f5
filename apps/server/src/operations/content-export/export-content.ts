import { Failure } from '@mojian/contract/platform/failures';
import { readTypes } from '@mojian/contract/platform/rules';
import { stringify } from 'yaml';
import { requirePublicText } from '../../content/drafts/drafts.ts';
import { readSettings, type Settings, secretFields } from '../../core/settings/settings.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { fileNameOf } from '../exports/article-file.ts';
import * as queries from './content.queries.ts';
import { listExportedArticles } from './content.queries.ts';
import { exportComments } from './export-comments.ts';
import { type ContentFile, pictureName, toAddresses, toFiles } from './picture-links.ts';
import { readable } from './readable-row.ts';

/** Marks the folder as an export, with its format version. */
export const markerName = 'mojian.json';
export const contentFormat = 1;

const rowsAtOnce = 20;

type Deps = { db: Db; storage: Storage };
type OnDone = (done: number, total: number) => void;

/**
 * Exports all content deterministically: Markdown with front matter, JSON lists, comments, the message board, pictures,
 * settings without secrets. Accounts, and the e-mails of guests, belong to backups.
 */
export async function* exportContent({ db, storage }: Deps, onDone: OnDone = () => {}): AsyncGenerator<ContentFile> {
  const keys = new Set<string>();
  const note = (key: string) => void keys.add(key);
  const json = (name: string, value: unknown) => ({
    name,
    content: toFiles(`${JSON.stringify(value, null, 2)}\n`, '', note),
  });

  yield { name: markerName, content: `${JSON.stringify({ product: 'mojian', format: contentFormat })}\n` };
  const ids = await queries.listExportedArticleIds(db);
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const some = ids.slice(from, from + rowsAtOnce);
    for (const article of await queries.listExportedArticles(db, some)) yield articleFile(article, note);
    for (const draft of await queries.listDrafts(db, some)) yield draftFile(draft, note);
    onDone(from + some.length, ids.length);
  }
  yield* exportLists(db, json);
  yield* exportComments(db, ids, await queries.listSayIds(db), json);
  const settings = await readSettings(db);
  yield json('settings.json', openSettings(settings));
  yield { name: 'pages/about.md', content: toFiles(settings.about.text, '../', note) };
  yield* storedFiles({ db, storage }, [...keys].sort());
}

async function* exportLists(db: Db, json: (name: string, value: unknown) => ContentFile) {
  const authors = await queries.listExportedAuthors(db);
  yield json('authors.json', authors.map(presentAuthor));
  yield json('categories.json', (await queries.listExportedCategories(db)).map(readable));
  yield json('series.json', (await queries.listExportedSeries(db)).map(readable));
  yield json('says.json', (await queries.listExportedSays(db)).map(readable));
  yield json('board.json', (await queries.listExportedMessages(db)).map(presentMessage));
  yield json('links.json', (await queries.listExportedLinks(db)).map(readable));
  yield json('navigation.json', await queries.listExportedNavigation(db));
  yield json('stickers.json', await queries.listExportedStickers(db));
  yield json(
    'moved.json',
    (await queries.listMovedPaths(db)).sort((a, b) => (a.path < b.path ? -1 : 1)),
  );
}

function presentAuthor({
  isGuest,
  website,
  ...author
}: Awaited<ReturnType<typeof queries.listExportedAuthors>>[number]) {
  return { ...readable(author), ...(isGuest === 1 && { guest: true, website }) };
}

/** `visitor`: left without an account; `guest`: taken over from another site. */
function presentMessage({
  authorId,
  nickname,
  author,
  isGuest,
  website,
  ...message
}: Awaited<ReturnType<typeof queries.listExportedMessages>>[number]) {
  return {
    author: author ?? nickname,
    ...(authorId === null && { visitor: true }),
    ...(isGuest === 1 && { guest: true, website }),
    ...readable(message),
  };
}

/** Pictures, and other files with the names of their downloads, which their keys do not tell. */
async function* storedFiles({ db, storage }: Deps, keys: string[]): AsyncGenerator<ContentFile> {
  const names = await queries.listFileNames(db, keys);
  if (names.length > 0) yield { name: 'files.json', content: `${JSON.stringify(names, null, 2)}\n` };
  for (const key of keys) {
    const file = await storage.open(key);
    if (file) yield { name: pictureName(key), content: file.body };
  }
}

type Article = Awaited<ReturnType<typeof listExportedArticles>>[number];

function writeMarkdown(fields: Record<string, unknown>, markdown: string) {
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${markdown}`;
}

/** Published text, or the one to be published. */
function articleFile(article: Article, onKey: (key: string) => void): { name: string; content: string } {
  const fields = { ...identityOf(article), ...textsOf(article, onKey), ...statusOf(article) };
  const markdown = toFiles(article.markdown, '../', onKey);
  return { name: `articles/${fileNameOf(article.id, article.title)}.md`, content: writeMarkdown(fields, markdown) };
}

function identityOf({ id, kind, albumId, title, author, publishedAt, createdAt, updatedAt }: Article) {
  const date = publishedAt === null ? {} : { date: isoTime(publishedAt) };
  return {
    id,
    ...(kind === 'page' && { kind }),
    ...(albumId !== null && { kind: 'album' }),
    title,
    author,
    ...date,
    created: isoTime(createdAt),
    updated: isoTime(updatedAt),
  };
}

/** Generated summaries are left out. */
function textsOf(article: Article, onKey: (key: string) => void) {
  const { category, tags, summary, summaryMade, cover, keywords, sourceUrl, sourceAuthor, slug, description } = article;
  const { albumPlace, albumTime } = article;
  const texts = {
    category,
    summary: summaryMade === 1 ? '' : summary,
    cover: toFiles(cover, '../', onKey),
    keywords,
    source: sourceUrl,
    sourceAuthor,
    slug,
    description,
    albumPlace,
    albumTime,
  };
  const input = Object.entries(texts).filter(([, text]) => text);
  return { ...(tags.length > 0 && { tags: [...tags].sort() }), ...Object.fromEntries(input) };
}

function statusOf(article: Article) {
  const { state, original, pinned, featured, recommended, coverNumber, focusX, focusY, views } = article;
  const { featuredPosition, commenting, highlighting, hasAiContent } = article;
  return {
    state,
    draft: state !== 'published',
    original: original === 1,
    ...lockOf(article),
    ...(commenting !== 'open' && { commenting }),
    ...(highlighting === 0 && { highlighting: false }),
    ...(hasAiContent === 1 && { hasAiContent: true }),
    pinned: pinned === 1,
    featured: featured === 1,
    recommended: recommended === 1,
    ...(featuredPosition > 0 && { featuredPosition }),
    ...(coverNumber !== null && { coverNumber }),
    focusX,
    focusY,
    ...(article.series !== null && { series: article.series, seriesPosition: article.seriesPosition }),
    views,
  };
}

function lockOf({ readType, passwordHash, passwordHint }: Article) {
  if (passwordHash === null) return { readType };
  return { readType: readTypes.withPassword, passwordHash, ...(passwordHint && { passwordHint }) };
}

type Draft = {
  articleId: number;
  title: string;
  content: string;
  savedAt: number;
  submittedAt: number | null;
  refusal: string;
};

/** The pending draft; its fields in alphabetical order. */
function draftFile(draft: Draft, onKey: (key: string) => void) {
  const { markdown, cover, ...content } = JSON.parse(draft.content) as Record<string, unknown>;
  const { savedAt, submittedAt, refusal } = draft;
  const times = { savedAt: isoTime(savedAt), ...(submittedAt !== null && { submittedAt: isoTime(submittedAt) }) };
  const all = { ...content, cover: toFiles(String(cover ?? ''), '../', onKey) };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  const fields = { article: draft.articleId, ...times, ...(refusal && { refusal }), content: sorted };
  const text = toFiles(String(markdown ?? ''), '../', onKey);
  return { name: `drafts/${fileNameOf(draft.articleId, draft.title)}.md`, content: writeMarkdown(fields, text) };
}

/** Groups that consist of secrets. */
export const secretGroups = ['social', 'mail'];
/** Fields beside the secrets that belong to this site's accounts elsewhere. */
const ownAccounts = ['appId', 'indexNowKey'];

/** Settings without keys and tokens; the about page is a file of its own. */
export function openSettings(settings: Settings): Record<string, object> {
  const groups = Object.entries(settings).filter(([name]) => !secretGroups.includes(name) && name !== 'about');
  return Object.fromEntries(
    groups.map(([name, group]) => {
      const fields = Object.entries(group).filter(
        ([field]) => !secretFields.has(field) && !ownAccounts.includes(field),
      );
      return [name, Object.fromEntries(fields)];
    }),
  );
}

/**
 * Exports one article's public text in the importable format, with unchanged picture addresses. @throws Failure
 * not-found while it is not public
 */
export async function showMarkdown(db: Db, viewer: Viewer, id: number) {
  await requirePublicText(db, viewer, id);
  const [article] = await listExportedArticles(db, [id]);
  if (!article) throw new Failure('not-found', '文章不存在', 'id');
  const { name, content } = articleFile(article, () => {});
  return { name: name.replace(/^articles\//, ''), text: toAddresses(content) };
}
