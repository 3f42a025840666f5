import { searchCountedTo } from '@mojian/contract/platform/rules';
import { asWhole, isEmpty, isSameQuery, parseQuery, type Query } from './query.ts';
import { createScorer, isApart, type ReadDocument } from './score.ts';
import { commonFrom, type Fit, type Match, ranks, type WordReader } from './word-index.ts';

/** Number of candidates read and re-ranked by their text, if not said; the rest keep the index's order. */
const readByDefault = 60;
/** Below this many candidates, one whose words only meet across a boundary is not counted as a sure match. */
const unsureBelow = 15;
/** Below this many results, documents with most of the words are added. */
const fewEnough = 5;
const partlyAtMost = 20;
/** Share of the words a document must contain, for short and for long queries. */
const shareAtLeast = { few: 0.55, many: 0.35 };
const manyWords = 6;
/** Group of documents with most of the words, after all others. */
const inPart = 9;
/** Weight of a word found nowhere. */
const ofMissing = 0.6;

export type Slice = { limit: number; offset: number };

/** `isRanked`: in the order of the index, as nobody reads the texts. */
type Ranked = Slice & { isRanked: boolean };

/** Loads documents by id for re-ranking; without it the index's order stands. */
export type ReadDocuments = (ids: number[]) => Promise<Map<number, ReadDocument>>;

/** Candidate as it was ranked by its text; a lower `group` fits the words as typed better. */
type RankedDocument = { id: number; group: number; score: number; date: number };

export type FoundDocuments = {
  ids: number[];
  /** The first ones that were read. */
  ranked: RankedDocument[];
  /** Counted up to `searchCountedTo`. */
  total: number;
  /** Number of documents that match all words. */
  sure: number;
};

type Reading = { read?: ReadDocuments | undefined; readAtMost?: number | undefined };

/** Runs a query on a consistent view of the index. */
export type InIndex = <Result>(work: (reader: WordReader) => Promise<Result>) => Promise<Result>;

type Candidate = { id: number; group: number };

/**
 * Finds documents, best first: all words as typed, whole words before prefixes; then without question words and special
 * characters; then, with few results, most of the words. Ties go by place, number, proximity, then date.
 */
export async function findDocuments(
  inIndex: InIndex,
  text: string,
  { limit, offset, read, readAtMost = readByDefault }: Slice & Reading,
): Promise<FoundDocuments> {
  const query = parseQuery(text);
  if (isEmpty(query.exact)) return { ids: [], ranked: [], total: 0, sure: 0 };

  const slice = { limit, offset, isRanked: read === undefined, readAtMost };
  const { first, total, rest } = await inIndex((reader) => findInIndex(reader, query, slice));
  const isAll = first.length < readAtMost;
  const texts = await read?.(first.map(({ id }) => id));
  const sorted = texts ? sortByText(query, first, texts) : { ranked: [], sure: first.length };
  const partly = read && total < fewEnough ? await findPartly(inIndex, { query, read, except: first }) : [];

  const ranked = [...sorted.ranked, ...partly];
  const firstIds = texts ? ranked.map(({ id }) => id) : first.map(({ id }) => id);
  const ids = [...firstIds.slice(offset, offset + limit), ...rest];
  return { ids, ranked, total: isAll ? firstIds.length : total, sure: isAll ? sorted.sure : total };
}

/** Reads the first candidates, and of the rest only the requested slice. */
async function findInIndex(
  reader: WordReader,
  query: Query,
  { limit, offset, isRanked, readAtMost }: Ranked & { readAtMost: number },
) {
  const matches = matchesOf(query);
  const first = await collect(reader, matches, { limit: readAtMost, offset: 0, isRanked });
  if (first.length < readAtMost) return { first, total: first.length, rest: [] };

  const from = Math.max(readAtMost, offset);
  const missing = Math.min(offset + limit, searchCountedTo) - from;
  const rest = missing > 0 ? await collect(reader, matches, { limit: missing, offset: from, isRanked: true }) : [];
  return { first, total: await countAll(reader, query), rest: rest.map(({ id }) => id) };
}

/** Matches from best to worst: each reading of the query at each rank. */
function matchesOf({ exact, loose }: Query): Match[][] {
  const ways = [asWhole(exact)];
  if (exact.prefix) ways.push(exact);
  if (!isEmpty(loose) && !isSameQuery(loose, exact)) ways.push(...(loose.prefix ? [asWhole(loose), loose] : [loose]));

  return ways.map((terms, group) => {
    const before = ways.slice(0, group).map((better): Fit => ({ terms: better, rank: 'anywhere' }));
    return ranks.map((rank, place) => {
      const better = ranks[place - 1];
      return { terms, rank, without: [...before, ...(better ? [{ terms, rank: better }] : [])] };
    });
  });
}

function countAll(reader: WordReader, { exact, loose }: Query) {
  return reader.count({ terms: isEmpty(loose) ? exact : loose, rank: 'anywhere', without: [] }, searchCountedTo);
}

const one = { limit: 1, offset: 0 };

/** Fills the slice group by group. */
async function collect(reader: WordReader, groups: Match[][], { limit, offset, isRanked }: Ranked) {
  const found: Candidate[] = [];
  let skip = offset;
  for (const [group, matches] of groups.entries()) {
    const slice = { limit: limit - found.length, offset: skip, isRanked };
    const { ids, skipped } = await idsOfGroup(reader, matches, slice);
    found.push(...ids.map((id) => ({ id, group })));
    skip -= skipped;
    if (found.length >= limit) break;
  }
  return found;
}

/** Few documents are not ranked when they are read anyway. */
async function idsOfGroup(reader: WordReader, matches: Match[], { isRanked, ...slice }: Ranked) {
  const [best] = matches;
  const any = best && { ...best, rank: 'anywhere' as const };
  const some = any ? await reader.ids(any, isRanked ? one : { limit: slice.limit, offset: 0 }) : [];
  const isAll = some.length === 0 || (!isRanked && some.length < slice.limit);
  return isAll ? { ids: some, skipped: 0 } : rankedIds(reader, matches, slice);
}

/** Fills the slice rank by rank; ties newest first, so the order is stable. */
async function rankedIds(reader: WordReader, matches: Match[], { limit, offset }: Slice) {
  const ids: number[] = [];
  let skip = offset;
  for (const match of matches) {
    const some = await reader.ids(match, { limit: limit - ids.length, offset: skip });
    ids.push(...some);
    if (ids.length >= limit) break;
    if (skip > 0) skip -= some.length > 0 ? skip : await reader.count(match, skip);
  }
  return { ids, skipped: offset - skip };
}

/** Sorts by text; documents that can no longer be loaded are dropped. */
function sortByText(query: Query, found: Candidate[], texts: Map<number, ReadDocument>) {
  const score = createScorer(query);
  const readable = found.flatMap(({ id, group }) => {
    const document = texts.get(id);
    if (!document) return [];
    const isUnsure = found.length < unsureBelow && isApart(query, document);
    return [{ id, group, isUnsure, date: document.date, ...score(document) }];
  });
  readable.sort(
    (a, b) =>
      Number(a.isUnsure) - Number(b.isUnsure) ||
      a.group - b.group ||
      b.score - a.score ||
      b.date - a.date ||
      b.id - a.id,
  );
  return { ranked: readable, sure: readable.filter(({ isUnsure }) => !isUnsure).length };
}

type Partly = { query: Query; read: ReadDocuments; except: Candidate[] };

/** Finds documents with most of the content words, weighted by rarity. */
async function findPartly(inIndex: InIndex, { query, read, except }: Partly) {
  if (query.about.length < 2 || query.written.length < 2) return [];
  const hits = await inIndex((reader) => reader.having(query.about, 'anywhere', 2 * commonFrom));
  const lists = Map.groupBy(hits, ({ word }) => word);
  const rareness = rarenessOf(query.about.map((_, word) => lists.get(word)?.length ?? 0));

  const sums = new Map<number, number>();
  for (const { word, id } of hits) sums.set(id, (sums.get(id) ?? 0) + (rareness[word] ?? 0));
  for (const { id } of except) sums.delete(id);
  const best = [...sums].sort(([a, x], [b, y]) => y - x || b - a).slice(0, partlyAtMost);

  const texts = await read(best.map(([id]) => id));
  const score = createScorer(query, (word) => weightOf(word, query, rareness));
  return best
    .flatMap(([id]) => {
      const document = texts.get(id);
      return document ? [{ id, date: document.date, ...score(document) }] : [];
    })
    .filter(({ share }) => share >= (query.written.length < manyWords ? shareAtLeast.few : shareAtLeast.many))
    .sort((a, b) => b.share * b.score - a.share * a.score || b.date - a.date || b.id - a.id)
    .map(({ id, share, score, date }) => ({ id, group: inPart, score: share * score, date }));
}

/** Weight by rarity: fewer documents, higher weight. */
function rarenessOf(counts: number[]) {
  const rareness = counts.map((count) => (count > 0 ? Math.log(1 + (4 * commonFrom) / count) : 0));
  const known = rareness.filter((one) => one > 0);
  const mean = known.reduce((sum, one) => sum + one, 0) / (known.length || 1);
  return rareness.map((one) => one || ofMissing * mean);
}

/** A word weighs as much as its rarest indexed token. */
function weightOf(word: string, { about }: Query, rareness: number[]) {
  const weights = about.flatMap((part, at) => (word.includes(part) ? [rareness[at] ?? 0] : []));
  return weights.length > 0 ? Math.max(...weights) : 1;
}
