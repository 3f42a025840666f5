import { randomUUID } from 'node:crypto';
import { type ArticleContent, articleContent } from '@mojian/contract/content/article-content';
import {
  type ArticleCounts,
  type ArticleRow,
  type ArticleTab,
  type adminArticles,
  articleTabs,
} from '@mojian/contract/content/articles-admin';
import type { UploadedFile } from '@mojian/contract/core/uploads';
import type { Input } from '@mojian/contract/platform/endpoint';
import { recording } from '../../core/audit/audit.ts';
import { dayLength, isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Search } from '../../platform/search/search.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { readTypeOf } from '../articles/articles.policy.ts';
import { readMarkdownFile } from '../markdown-files/read-markdown-file.ts';
import { articlePaths } from '../slugs/slugs.ts';
import * as queries from './admin-articles.queries.ts';
import { createDraft } from './drafts.ts';
import { textCondition } from './find-text.ts';

type Query = Input<typeof adminArticles.list>['query'];

/** Lists all articles, or pages, but others' drafts. */
export async function listAdminArticles(
  { db, search }: { db: Db; search: Search },
  viewer: Viewer,
  { days, sort, text, ...query }: Query,
) {
  const filter = {
    ...query,
    text: text === '' ? undefined : await textCondition({ db, search }, text),
    since: days && Date.now() - Number(days) * dayLength,
  };
  const [rows, total, counts, pathOf] = await Promise.all([
    queries.selectAdminArticles(db, viewer.id, filter, { sort, ...sliceOf(query) }),
    countListed(db, viewer, filter),
    queries.countArticlesByState(db, viewer.id, { kind: query.kind }),
    articlePaths(db),
  ]);
  const records = rows.map((row) => present(row, viewer, isPublic(row) ? pathOf({ ...row, kind: query.kind }) : ''));
  return { data: inPages(records, total, query), extra: sum(counts) };
}

/** Adds kept numbers where these know all filters, else counts. */
async function countListed(db: Db, viewer: Viewer, filter: queries.Filter & { state: ArticleTab }) {
  const isCounted = filter.text !== undefined || filter.tagId !== undefined || filter.since !== undefined;
  if (isCounted || filter.state === 'pending') return queries.countAdminArticles(db, viewer.id, filter);
  return sum(await queries.countArticlesByState(db, viewer.id, filter))[filter.state];
}

/** Options of the list's filters. */
export function listChoices(db: Db, viewer: Viewer) {
  return queries.selectChoices(db, viewer.id);
}

function isPublic({ state, removedAt }: queries.Row) {
  return state === 'published' && removedAt === null;
}

function present(row: queries.Row, viewer: Viewer, path: string): ArticleRow {
  const { id, title, state } = row;
  const readType = readTypeOf(row);
  return {
    id,
    title,
    state,
    readType,
    path,
    author: { id: row.authorId, nickname: row.nickname, avatar: row.avatar },
    category: row.handedIn === null ? (row.categoryName ?? '') : (JSON.parse(row.handedIn) as ArticleContent).category,
    series: row.series ?? '',
    waiting: row.submittedAt !== null,
    own: row.authorId === viewer.id,
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
