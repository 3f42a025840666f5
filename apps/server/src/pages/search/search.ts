import type { search as calls, SearchReply } from '@mojian/contract/pages/search';
import type { Input } from '@mojian/contract/platform/endpoint';
import { type SearchKind, searchCountedTo } from '@mojian/contract/platform/rules';
import { recommendedArticles } from '../../content/articles/cards.ts';
import { siteWords } from '../../content/articles/site-words.ts';
import { listTags } from '../../content/tags/tags.ts';
import { featuresOn } from '../../core/settings/features.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { chinaMonth } from '../../platform/dates.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import { cutSearch, parseQuery } from '../../platform/search/query.ts';
import { createMarker } from '../../platform/search/snippet.ts';
import { suggest } from '../../platform/search/suggest.ts';
import { byFit, type Deps, gatherHits, type Hit, type KindHits, type Scope } from './gather-hits.ts';
import { presentHits } from './present-hits.ts';
import * as queries from './search.queries.ts';
import { countSearch, listPopular } from './searches.ts';

type Query = Input<typeof calls.find>['query'];
type Category = { id: number; name: string; pigment: SearchReply['categories'][number]['pigment'] };
type CategoriesOf = Map<number, Category>;

/** Suggests a spelling at this number of results or fewer. */
const few = 2;

/**
 * Finds what everybody may read: articles, says, series, pages and comments. Without results it answers with the likeliest
 * spelling, and says so; on the page of results (`full`) also with what may be sought instead.
 */
export async function findWritings(deps: Deps, query: Query): Promise<SearchReply> {
  const { db } = deps;
  const text = cutSearch(query.q);
  const scope: Scope = { features: featuresOn(await readSettings(db)), pageIds: await queries.listPageIds(db) };
  const found = text === '' ? [] : await gatherHits(deps, text, scope);
  const { suggestion, meant } = await findSuggestion(deps, text, scope, found);
  const instead = meant !== undefined && found.every(({ hits }) => hits.length === 0);
  const reply = await present(deps, {
    query,
    scope,
    text: instead ? suggestion : text,
    found: instead ? meant : found,
  });
  if (query.full === '1' && query.pageNo === 1 && text !== '')
    countSearch(db, text, !instead && reply.kinds.length > 0);
  return { ...reply, suggestion, instead };
}

/** The likeliest spelling of words that are hardly found, if that one is; `meant` are its hits. */
async function findSuggestion(deps: Deps, text: string, scope: Scope, found: KindHits[]) {
  const sure = found.reduce((sum, one) => sum + one.sure, 0);
  if (text === '' || sure > few) return { suggestion: '', meant: undefined };
  const suggestion = await suggest(text, await siteWords(deps.db));
  if (suggestion === undefined) return { suggestion: '', meant: undefined };
  const meant = await gatherHits(deps, suggestion, scope);
  return meant.some((one) => one.sure > 0) ? { suggestion, meant } : { suggestion: '', meant: undefined };
}

type Finding = { query: Query; scope: Scope; text: string; found: KindHits[] };

async function present(deps: Deps, { query, scope, text, found }: Finding) {
  const { db } = deps;
  const { kind, year, categoryId, sort } = query;
  const full = query.full === '1';
  const inYear = year === undefined ? found : await gatherHits(deps, text, { ...scope, year });
  const categories = full || categoryId !== undefined ? await categoriesOf(deps, [...found, ...inYear]) : new Map();
  const isIn = (hit: Hit) =>
    categoryId === undefined || (hit.kind === 'article' && categories.get(hit.id)?.id === categoryId);
  const chosen = inYear.map((one) => ({ ...one, hits: one.hits.filter(isIn) })).filter(({ hits }) => hits.length > 0);
  const hits = inOrder(ofKind(chosen, kind), sort);
  const { limit, offset } = sliceOf(query);
  const marker = createMarker(parseQuery(text));
  const withSays = scope.features.includes('says');
  const records = await presentHits({ db, marker, withSays, full }, hits.slice(offset, offset + limit));
  const all = ofKind(found, kind);
  return {
    ...inPages(records, hits.length, query),
    marks: marker.marks(records.flatMap(({ title, summary }) => [title, summary])),
    kinds: chosen.map((one) => ({ kind: one.kind, total: one.hits.length })),
    years: full ? countYears(all.filter(isIn)) : [],
    categories: full ? countCategories(ofKind(inYear, kind), categories) : [],
    elsewhere: hits.length === 0 ? all.length : 0,
    ...(full ? await listBesides(deps, text, scope, found) : nothingBesides),
  };
}

function ofKind(found: KindHits[], kind: SearchKind | undefined) {
  return found.filter((one) => kind === undefined || one.kind === kind).flatMap(({ hits }) => hits);
}

function inOrder(hits: Hit[], sort: Query['sort']) {
  const sorted = sort === 'new' ? hits.toSorted((a, b) => b.date - a.date || b.id - a.id) : hits.toSorted(byFit);
  return sorted.slice(0, searchCountedTo);
}

async function categoriesOf({ db }: Deps, found: KindHits[]): Promise<CategoriesOf> {
  const ids = new Set(ofKind(found, 'article').map(({ id }) => id));
  const rows = ids.size > 0 ? await queries.listCategoriesOf(db, [...ids]) : [];
  return new Map(rows.map(({ articleId, ...category }) => [articleId, category]));
}

function countYears(hits: Hit[]) {
  const years = Map.groupBy(hits, ({ date }) => chinaMonth(date).year);
  return [...years].map(([year, some]) => ({ year, total: some.length })).sort((a, b) => b.year - a.year);
}

function countCategories(hits: Hit[], categories: CategoriesOf) {
  const sorted = hits.flatMap(({ kind, id }) => (kind === 'article' ? (categories.get(id) ?? []) : []));
  const byId = Map.groupBy(sorted, ({ id }) => id);
  return [...byId.values()]
    .flatMap((some) => (some[0] ? [{ ...some[0], total: some.length }] : []))
    .sort((a, b) => b.total - a.total || a.id - b.id);
}

const nothingBesides: Pick<SearchReply, 'tags' | 'terms' | 'popular' | 'readings'> = {
  tags: [],
  terms: [],
  popular: [],
  readings: [],
};
const tagsAtMost = 6;
const readingsAtMost = 3;

/** Tags with one of the words; where nothing is found, what may be sought or read instead. */
async function listBesides(deps: Deps, text: string, scope: Scope, found: KindHits[]) {
  const { db } = deps;
  const words = parseQuery(text).written;
  const allTags = await listTags(db);
  const tags = allTags.filter(({ name }) => words.some((word) => name.toLowerCase().includes(word)));
  if (text === '' || found.some(({ hits }) => hits.length > 0))
    return { ...nothingBesides, tags: tags.slice(0, tagsAtMost) };
  const readings = (await recommendedArticles(db)).slice(0, readingsAtMost);
  return {
    tags: [],
    terms: await findTerms(deps, text, scope),
    popular: await listPopular(db, allTags),
    readings: readings.map(({ id, title, path }) => ({ id, title, path })),
  };
}

const termsAtMost = 4;

/** Words of a search, or the characters of a single one, that are found by themselves. */
async function findTerms(deps: Deps, text: string, scope: Scope) {
  const { about, written } = parseQuery(text);
  const words = written.length > 1 ? written : about;
  const characters = Array.from(text).filter((one) => /\p{Script=Han}/u.test(one));
  const terms = [...new Set([...words, ...characters])].filter((term) => term !== text).slice(0, 2 * termsAtMost);
  const counted: SearchReply['terms'] = [];
  for (const term of terms) {
    const found = await gatherHits(deps, term, scope);
    const total = found.reduce((sum, { hits }) => sum + hits.length, 0);
    if (total > 0 && counted.push({ text: term, total }) === termsAtMost) break;
  }
  return counted;
}
