import type { Source } from './source-of.ts';

/** What was recorded since the last write, by day. */
export type Tally = Map<string, DayTally>;

type DayTally = {
  views: number;
  /** Visitors by address and agent, with the articles they read, by number or by name, and when. Only ever in memory. */
  visitors: Map<string, Reads>;
  /** Views by where they came from: kind and host, as `search www.example`. */
  sources: Map<string, number>;
};

type Reads = Map<number | string, number>;

type View = { day: string; at: number; visitor: string; page: string; source?: Source | undefined };

const visitorsAtMost = 20_000;
const readsAtMost = 200;
const sourcesAtMost = 300;

export const emptyTally = (): Tally => new Map();

/** Adds one view. Beyond what memory allows between two writes only the view is counted, not who or what was read. */
export function recordIn(tally: Tally, { day, at, visitor, page, source }: View) {
  const { visitors, sources } = countViews(tally, day, 1);
  if (source) addSource(sources, `${source.kind} ${source.host}`, 1);
  const reads = readsOf(visitors, visitor);
  const articleId = articleOf(page);
  if (reads && articleId) addRead(reads, articleId, at);
}

type ReadOf = Omit<View, 'page' | 'source'> & { articleId: number };

/** Adds a read without a view. */
export function recordReadIn(tally: Tally, { day, at, visitor, articleId }: ReadOf) {
  const reads = readsOf(countViews(tally, day, 0).visitors, visitor);
  if (reads) addRead(reads, articleId, at);
}

/** Both as one; `earlier` keeps its times. */
export function joinTallies(earlier: Tally, later: Tally): Tally {
  for (const [day, { views, visitors, sources }] of later) {
    const joined = countViews(earlier, day, views);
    for (const [source, count] of sources) addSource(joined.sources, source, count);
    for (const [visitor, reads] of visitors) {
      const known = readsOf(joined.visitors, visitor);
      if (known) for (const [articleId, at] of reads) addRead(known, articleId, at);
    }
  }
  return earlier;
}

function countViews(tally: Tally, day: string, views: number) {
  const known = tally.get(day) ?? { views: 0, visitors: new Map(), sources: new Map() };
  known.views += views;
  tally.set(day, known);
  return known;
}

function addSource(sources: DayTally['sources'], source: string, count: number) {
  if (sources.has(source) || sources.size < sourcesAtMost) sources.set(source, (sources.get(source) ?? 0) + count);
}

function readsOf(visitors: DayTally['visitors'], visitor: string) {
  const known = visitors.get(visitor);
  if (known || visitors.size >= visitorsAtMost) return known;
  const reads: Reads = new Map();
  visitors.set(visitor, reads);
  return reads;
}

function addRead(reads: Reads, articleId: number | string, at: number) {
  if (!reads.has(articleId) && reads.size < readsAtMost) reads.set(articleId, at);
}

function articleOf(page: string) {
  const [, name = ''] = /^\/article\/([a-z\d-]{1,80})\/?$/.exec(page) ?? [];
  if (!/^\d+$/.test(name)) return name || undefined;
  const id = Number(name);
  return id >= 1 && id <= 2_147_483_647 ? id : undefined;
}
