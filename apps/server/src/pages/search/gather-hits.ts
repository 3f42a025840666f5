import type { Feature } from '@mojian/contract/platform/features';
import { type SearchKind, searchCountedTo, searchKinds } from '@mojian/contract/platform/rules';
import { readArticles } from '../../content/articles/search-articles.ts';
import { plainTextOfHtml } from '../../content/text/plain-text.ts';
import { chinaMonthStart } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { initialsTyped } from '../../platform/search/initials.ts';
import type { ReadDocument } from '../../platform/search/score.ts';
import type { Search } from '../../platform/search/search.ts';
import type { Dated } from '../../platform/search/word-index.ts';
import { idOf, initialsLabel, kindLabel } from './index-writings.ts';
import * as queries from './search.queries.ts';

export type Deps = { db: Db; search: Search };
/** Bounds of a search; `pageIds` are the articles that are pages. */
export type Scope = { features: Feature[]; pageIds: number[]; year?: number | undefined };

/** Something found; the higher `score`, the better, in the lowest `group`. */
export type Hit = { kind: SearchKind; id: number; date: number; group: number; score: number };
export type KindHits = {
  kind: SearchKind;
  /** The best first, then the newest others; up to `searchCountedTo`. */
  hits: Hit[];
  /** Number of those that surely have the words. */
  sure: number;
};

/** Candidates of says, comments and series that are read; of articles the index decides. */
const readAtMost = 30;
/** Score of a name by its initials: as if the word were in the title. */
const ofInitials = 4;
/** Group of those that were not read. */
const unread = 99;

/** Kinds that this site has. */
function kindsOf({ features }: Scope) {
  const missing: SearchKind[] = [
    ...(features.includes('says') ? [] : (['say'] as const)),
    ...(features.includes('series') ? [] : (['series'] as const)),
    ...(features.includes('comments') ? [] : (['comment'] as const)),
  ];
  return searchKinds.filter((kind) => !missing.includes(kind));
}

/** Finds a text in everything of some kinds. */
export function gatherHits(deps: Deps, text: string, scope: Scope, kinds = kindsOf(scope)): Promise<KindHits[]> {
  return Promise.all(kinds.map((kind) => hitsOf(deps, text, scope, kind)));
}

async function hitsOf(deps: Deps, text: string, scope: Scope, kind: SearchKind): Promise<KindHits> {
  const source = sourceOf(deps, scope, kind);
  if (!source) return { kind, hits: [], sure: 0 };
  const { db } = deps;
  const { index, among, read, toId } = source;
  const found = await index.find(db, text, { limit: 0, offset: 0, read, readAtMost: source.readAtMost, among });
  const best = found.ranked.map(({ id, ...rest }): Hit => ({ kind, id: toId(id), ...rest }));
  const isAll = found.total <= best.length;
  const others = isAll ? [] : await index.newest(db, text, { among, most: searchCountedTo });
  const named = await listNamed(deps, text, scope, kind);
  const known = new Set(best.map(({ id }) => id));
  const rest = [
    ...named.map((one): Hit => ({ kind, ...one, group: 0, score: ofInitials })),
    ...others.map(({ id, date }): Hit => ({ kind, id: toId(id), date, group: unread, score: 0 })),
  ].filter(({ id }) => !known.has(id));
  const visible = await visibleOf(deps, scope, kind, rest);
  const hits = [...best, ...rest.filter(({ id }) => visible.has(id))].sort(byFit).slice(0, searchCountedTo);
  return { kind, hits, sure: found.sure + named.length };
}

function visibleOf({ db }: Deps, { features }: Scope, kind: SearchKind, hits: Hit[]) {
  const ids = [...new Set(hits.map(({ id }) => id))];
  return queries.visibleIds(db, kind, ids, features.includes('says'));
}

export function byFit(a: Hit, b: Hit) {
  return a.group - b.group || b.score - a.score || b.date - a.date || b.id - a.id;
}

/** Articles, pages and series whose name has these initials. */
async function listNamed(deps: Deps, text: string, scope: Scope, kind: SearchKind): Promise<Dated[]> {
  const initials = initialsTyped(text);
  if (initials === undefined || kind === 'say' || kind === 'comment') return [];
  const among = { label: kindLabel(kind), ...timeOf(scope) };
  const found = await deps.search.writings.labelled(deps.db, initialsLabel(initials), { among, most: searchCountedTo });
  return found.map(({ id, date }) => ({ id: idOf(id), date }));
}

/** Index of a kind, and the way to read its texts; undefined for a kind of which there is nothing. */
function sourceOf({ db, search }: Deps, scope: Scope, kind: SearchKind) {
  const { pageIds, features } = scope;
  const time = timeOf(scope);
  if (kind === 'page' && pageIds.length === 0) return undefined;
  if (kind === 'article' || kind === 'page') {
    const among = kind === 'page' ? { only: pageIds, ...time } : { except: pageIds, ...time };
    const read = (ids: number[]) => readArticles(db, ids);
    return { index: search, among, read, toId: (id: number) => id, readAtMost: undefined };
  }
  const read = async (numbers: number[]) => {
    const texts = await readTexts(db, kind, numbers.map(idOf), features.includes('says'));
    return new Map(numbers.flatMap((number) => (texts.has(idOf(number)) ? [[number, texts.get(idOf(number))]] : [])));
  };
  return {
    index: search.writings,
    among: { label: kindLabel(kind), ...time },
    read: read as (ids: number[]) => Promise<Map<number, ReadDocument>>,
    toId: idOf,
    readAtMost,
  };
}

function timeOf({ year }: Scope) {
  return year === undefined ? {} : { from: chinaMonthStart(year, 1), to: chinaMonthStart(year + 1, 1) };
}

/** Short texts weigh as a summary does, comments as a text. */
async function readTexts(db: Db, kind: SearchKind, ids: number[], withSays: boolean) {
  const texts = new Map<number, ReadDocument>();
  if (ids.length === 0) return texts;
  if (kind === 'series')
    for (const { id, name, intro, newestAt } of await queries.listSeries(db, ids))
      texts.set(id, { title: name, summary: intro, body: '', date: newestAt });
  if (kind === 'say')
    for (const { id, html, createdAt } of await queries.listSays(db, ids))
      texts.set(id, { title: '', summary: plainTextOfHtml(html), body: '', date: createdAt });
  if (kind === 'comment')
    for (const { id, html, createdAt } of await queries.listComments(db, ids, withSays))
      texts.set(id, { title: '', summary: '', body: plainTextOfHtml(html), date: createdAt });
  return texts;
}
