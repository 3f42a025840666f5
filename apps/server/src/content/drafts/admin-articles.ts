import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { articleContent } from '@mojian/contract/content/article-content';
import {
  type ArticleCounts,
  type ArticleRow,
  type ArticleTab,
  type adminArticles,
  articleTabs,
} from '@mojian/contract/content/articles-admin';
import type { UploadedFile } from '@mojian/contract/core/uploads';
import type { Input } from '@mojian/contract/platform/endpoint';
import { readTypes, searchCountedTo } from '@mojian/contract/platform/rules';
import { dayLength } from '@mojian/contract/platform/time';
import { type RawBuilder, sql } from 'kysely';
import { recording } from '../../core/audit/audit.ts';
import { isoTime } from '../../platform/dates.ts';
import { shown } from '../../platform/db/conditions.ts';
import { includes, isAmong } from '../../platform/db/dialect.ts';
import type { Db } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import { concealed, isDemo, type Viewer } from '../../platform/http/viewer.ts';
import type { Search } from '../../platform/search/search.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { readTypeOf } from '../articles/articles.policy.ts';
import { articlePaths } from '../slugs/slugs.ts';
import * as queries from './admin-articles.queries.ts';
import { isOwn } from './drafts.policy.ts';
import { createDraft } from './drafts.ts';
import { readMarkdownFile } from './read-markdown-file.ts';

type Query = Input<typeof adminArticles.list>['query'];
type Deps = { db: Db; search: Search };

/** Lists all articles, or pages, but others' drafts. */
export async function listAdminArticles({ db, search }: Deps, viewer: Viewer, { days, sort, text, ...query }: Query) {
  const isFromNewest = isTimeline({ ...query, days, sort });
  const found = text === '' ? undefined : await findText({ db, search }, text, isFromNewest);
  const filter = {
    ...query,
    text: found && seenBy(viewer, found.walked),
    since: days && Date.now() - Number(days) * dayLength,
  };
  const [rows, total, counts, pathOf] = await Promise.all([
    queries.selectAdminArticles(db, viewer, filter, { sort, ...sliceOf(query) }),
    countListed(db, viewer, { ...filter, text: found && seenBy(viewer, found.counted) }),
    queries.countArticlesByState(db, viewer, { kind: query.kind }),
    articlePaths(db),
  ]);
  const records = rows.map((row) => present(row, viewer, isPublic(row) ? pathOf({ ...row, kind: query.kind }) : ''));
  const counted = found?.isCut ? Math.min(total, searchCountedTo) : total;
  return { data: inPages(records, counted, query), extra: sum(counts) };
}

/** Whether a list is that of the newest articles, with no filter but a text: what a search finds first is then on top. */
function isTimeline({ kind, state, categoryId, tagId, authorId, readType, days, sort }: Omit<Query, 'text'>) {
  const filters = [categoryId, tagId, authorId, readType, days];
  return (
    kind === 'article' &&
    (state === 'all' || state === 'published') &&
    sort === 'time' &&
    filters.every((filter) => filter === undefined)
  );
}

/** Adds kept numbers where these know all filters, else counts. */
async function countListed(db: Db, viewer: Viewer, filter: queries.Filter & { state: ArticleTab }) {
  const isFiltered = filter.text !== undefined || filter.tagId !== undefined || filter.since !== undefined;
  if (isFiltered || !queries.isCounted(filter.readType) || filter.state === 'pending')
    return queries.countAdminArticles(db, viewer, filter);
  return sum(await queries.countArticlesByState(db, viewer, filter))[filter.state];
}

/** Options of the list's filters. */
export function listChoices(db: Db, viewer: Viewer) {
  return queries.selectChoices(db, viewer.id);
}

function isPublic({ state, removedAt }: queries.Row) {
  return state === 'published' && removedAt === null;
}

function present(row: queries.Row, viewer: Viewer, path: string): ArticleRow {
  const { id, state } = row;
  const hides = isDemo(viewer) && !(isPublic(row) && row.submittedAt === null);
  const readType = readTypeOf(row);
  return {
    id,
    title: hides ? concealed : row.title,
    cover: isPublic(row) ? row.cover || (row.photograph ?? '') : '',
    state,
    readType,
    path,
    author: { id: row.authorId, nickname: row.nickname, avatar: row.avatar },
    category: hides ? '' : (row.submittedCategory ?? row.categoryName ?? ''),
    series: hides ? '' : (row.series ?? ''),
    waiting: row.submittedAt !== null,
    own: isOwn(viewer, row),
    original: row.original === 1,
    pinned: row.pinned === 1,
    featured: row.featured === 1,
    recommended: row.recommended === 1,
    words: row.words,
    views: row.views,
    comments: row.comments,
    likes: row.likes,
    time: isoTime(row.moment),
  };
}

type Counted = Awaited<ReturnType<typeof queries.countArticlesByState>>;

function sum(rows: Counted) {
  const counts = Object.fromEntries(articleTabs.map((tab) => [tab, 0])) as ArticleCounts;
  for (const { state, removed, waiting, count } of rows) {
    const add = (tab: keyof ArticleCounts) => {
      counts[tab] += Number(count);
    };
    if (removed) add('trash');
    else {
      add('all');
      if (waiting) add('pending');
      // A published article with a pending change counts in both states.
      if (state !== 'pending') add(state);
    }
  }
  return counts;
}

/**
 * Creates the viewer's own draft from a file; its pictures become their uploads.
 * @throws Failure blaming `file` when it cannot be read
 */
export async function importFile(deps: { db: Db; storage: Storage }, viewer: Viewer, file: UploadedFile) {
  const { name, found, pictures, warnings } = await readMarkdownFile(deps, viewer, file);
  const content = articleContent.parse(found);
  const { id } = await createDraft(deps.db, viewer, { key: randomUUID(), content });
  const { title } = content;
  const record = recording(viewer, { act: 'articles.import', subject: `article:${id}`, after: { name, title } });
  await deps.db.transaction().execute(record);
  return { id, title, pictures, warnings };
}

/** Texts read in one statement: about 4 ms, in which nobody else is served. */
const readAtOnce = 200;

/** Text of which the index of words knows every sign. */
const onlyWords = /^[\p{L}\p{N}\s]+$/v;

/**
 * Conditions on `articles`: `walked` is checked in the order of the list, `counted` looks the articles up. `isCut`: they
 * hold for the newest `searchCountedTo` of more articles.
 */
type Found = { walked: RawBuilder<boolean>; counted: RawBuilder<boolean>; isCut: boolean };

/**
 * Finds a text in title, summary and Markdown. What all may read is found as by the site's search; the rest, which is not
 * in its index, is read. A text with other signs is looked for literally. `isFromNewest`: of words that more than
 * `searchCountedTo` articles have, the newest will do.
 */
async function findText({ db, search }: Deps, text: string, isFromNewest: boolean): Promise<Found> {
  const hits = search.select(text);
  if (hits === undefined || !onlyWords.test(text))
    return { ...among(db, await read(db, text, await listCandidates(db, hits))), isCut: false };
  const newest = await search.newest(db, text, { most: searchCountedTo + 1, isExact: true });
  const isWhole = newest.length <= searchCountedTo;
  const isCut = !isWhole && isFromNewest;
  const since = isCut ? (newest.at(-1)?.date ?? 0) - dayLength : 0; // the index knows dates to within minutes
  const unindexed = await read(db, text, await listUnindexed(db, since));
  if (isWhole || isCut) return { ...among(db, [...unindexed, ...newest.map(({ id }) => id)]), isCut };
  const either = sql<boolean>`(${among(db, unindexed).walked} or +articles.id in (${hits}))`;
  return { walked: either, counted: either, isCut };
}

/** `+`: the condition is checked while walking through the list's index, not by rows behind long texts. */
function among(db: Db, ids: number[]) {
  return { walked: isAmong(db, sql`+articles.id`, ids), counted: isAmong(db, sql`articles.id`, ids) };
}

/** A search tells what is in a text: the demo account finds public ones only. */
function seenBy(viewer: Viewer, condition: RawBuilder<boolean>) {
  if (!isDemo(viewer)) return condition;
  const pending = sql`select "articleId" from drafts where "submittedAt" is not null`;
  return sql<boolean>`(${condition} and ${shown} and articles."readType" = 0 and articles.id not in (${pending}))`;
}

/** Ids of articles that not all may read, and of those with a title under review. `since`: no older ones, in milliseconds. */
async function listUnindexed(db: Db, since = 0) {
  const isIndexed = sql<boolean>`${shown} and articles."readType" = ${sql.lit(readTypes.free)}`;
  const { rows } = await sql<{ id: number }>`select articles.id from articles where not (${isIndexed})
      and coalesce(articles."removedAt", articles."publishedAt", articles."updatedAt") >= ${since}
    union all select "articleId" from drafts where "submittedAt" >= ${since}`.execute(db);
  return [...new Set(rows.map(({ id }) => id))]; // a union would be sorted, which SQLite does by the wide rows
}

/** Ids of those with all words of the text, which has others than letters, and of all that is not in the index. */
async function listCandidates(db: Db, hits: RawBuilder<{ id: number }> | undefined) {
  const { rows } = await sql<{ id: number }>`${hits ?? sql`select id from articles`}`.execute(db);
  return [...new Set([...rows.map(({ id }) => id), ...(await listUnindexed(db))])];
}

async function read(db: Db, text: string, ids: number[]) {
  const found: number[] = [];
  for (let from = 0; from < ids.length; from += readAtOnce) {
    const rows = await db
      .selectFrom('articles')
      .leftJoin('drafts', 'drafts.articleId', 'articles.id')
      .select('articles.id')
      .where(isAmong(db, sql`articles.id`, ids.slice(from, from + readAtOnce)))
      .where(containing(db, text))
      .execute();
    found.push(...rows.map(({ id }) => id));
    await setImmediate();
  }
  return found;
}

function containing(db: Db, text: string) {
  const has = (part: RawBuilder<string>) => includes(db, part, text);
  const title = sql<string>`case when drafts."submittedAt" is null then articles.title else drafts.title end`;
  return sql<boolean>`(${has(title)} or ${has(sql`articles.summary`)} or ${has(sql`articles.markdown`)})`;
}
