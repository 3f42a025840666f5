import type { articles, Found } from '@mojian/contract/content/articles';
import type { Reply } from '@mojian/contract/platform/endpoint';
import type { PageQuery } from '@mojian/contract/platform/fields';
import type { Db } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import { cutSearch, parseQuery } from '../../platform/search/query.ts';
import type { ReadDocument } from '../../platform/search/score.ts';
import type { Search } from '../../platform/search/search.ts';
import { createMarker, type Marker } from '../../platform/search/snippet.ts';
import { suggest } from '../../platform/search/suggest.ts';
import { visible } from '../../platform/search/visible.ts';
import { articlePaths } from '../slugs/slugs.ts';
import { plainTextOfHtml } from '../text/plain-text.ts';
import { listResults } from './articles.queries.ts';
import * as queries from './search.queries.ts';
import { siteWords } from './site-words.ts';

type Deps = { db: Db; search: Search };
type SearchQuery = PageQuery & { keyword: string; typed: string };
type Answer = Reply<typeof articles.search>;
type Result = Awaited<ReturnType<typeof listResults>>[number];

/** Suggests a spelling at this number of results or fewer. */
const few = 2;

/**
 * Searches published articles and pages, best first; hidden text is not indexed. Without results it answers with the likeliest
 * spelling, and says so.
 */
export async function searchArticles(deps: Deps, { keyword, typed, ...page }: SearchQuery): Promise<Answer> {
  const text = keyword === '' ? '' : cutSearch(typed || keyword);
  const found = await find(deps, text, page);
  if (text === '' || found.sure > few) return present(deps, { text, found, page });

  const suggestion = await suggest(text, await siteWords(deps.db));
  if (suggestion === undefined) return present(deps, { text, found, page });
  const meant = await find(deps, suggestion, page);
  if (meant.sure === 0) return present(deps, { text, found, page });
  return found.sure > 0
    ? present(deps, { text, found, page, suggestion })
    : present(deps, { text: suggestion, found: meant, page, suggestion, instead: true });
}

type Hits = Awaited<ReturnType<Search['find']>>;

function find({ db, search }: Deps, text: string, page: PageQuery): Promise<Hits> {
  return search.find(db, text, { ...sliceOf(page), read: (ids) => readArticles(db, ids) });
}

/** Bounds the bytes of a text that ranking reads: 32,000 Chinese characters. */
const readBytes = 96_000;

/** Public texts of articles and pages, by which a search ranks them. */
export async function readArticles(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map<number, ReadDocument>();
  const rows = await queries.listPublicTexts(db, ids, readBytes);
  return new Map(
    rows.map(({ id, title, summary, text, publishedAt }) => [
      id,
      { title, summary, body: text, date: publishedAt ?? 0 },
    ]),
  );
}

type Presented = { text: string; found: Hits; page: PageQuery; suggestion?: string; instead?: boolean };

async function present(
  { db }: Deps,
  { text, found: { ids, total }, page, suggestion = '', instead = false }: Presented,
): Promise<Answer> {
  const marker = createMarker(parseQuery(text));
  const records = await presentFound(db, ids, marker);
  const marks = marker.marks(records.flatMap(({ title, summary }) => [title, summary]));
  return { ...inPages(records, total, page), suggestion, instead, marks };
}

/** Found articles and pages with what stands around the words, in the order of their ids. */
export async function presentFound(db: Db, ids: number[], marker: Marker): Promise<Found[]> {
  const results = ids.length > 0 ? await listResults(db, ids) : [];
  const byId = new Map(results.map((result) => [result.id, result]));
  const pathOf = await articlePaths(db);
  return ids.flatMap((id) => byId.get(id) ?? []).map((result) => presentOne(result, marker, pathOf(result)));
}

/** Replaces the summary by an excerpt around the match when neither title nor summary contains it. */
function presentOne({ id, kind, publicHtml, ...result }: Result, marker: Marker, path: string): Found {
  const title = visible(result.title);
  const summary = visible(result.summary);
  const isExplained = marker.explains(title, summary);
  return { id, kind, path, title, summary: isExplained ? summary : marker.snippet(plainTextOfHtml(publicHtml)) };
}
