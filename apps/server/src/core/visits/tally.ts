import { hash, randomBytes } from 'node:crypto';
import type { ArticleKind } from '@mojian/contract/platform/rules';
import { chinaDay, dayLength, minuteLength } from '@mojian/contract/platform/time';
import { isShared } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import * as queries from './visits.queries.ts';

/** Counts since the last write, by day. */
type Tally = Map<string, DayTally>;

type DayTally = {
  views: number;
  /** Visitors by address and agent, with the articles they read, by id or slug, and when. Never stored. */
  visitors: Map<string, Reads>;
  /** Views by referrer: kind and host, as `search www.example`. */
  sources: Map<string, number>;
  /** When a visitor opened a page, as another process may have counted that view. Never stored. */
  pages: Map<string, number>;
};

type Reads = Map<number | string, number>;

type View = { day: string; at: number; visitor: string; page: string; source?: Source | undefined };

const visitorsAtMost = 20_000;
const pagesAtMost = 20_000;
const readsAtMost = 200;
const sourcesAtMost = 300;

export const emptyTally = (): Tally => new Map();

const emptyDay = (): DayTally => ({ views: 0, visitors: new Map(), sources: new Map(), pages: new Map() });

/** Adds one view. Beyond the memory limit only the view itself is counted. */
export function recordIn(tally: Tally, { day, at, visitor, page, source }: View) {
  const { visitors, sources, pages } = countViews(tally, day, 1);
  addPage(pages, `${visitor}\n${page}`, at);
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

/** Merges both; `earlier` keeps its times. */
export function joinTallies(earlier: Tally, newer: Tally): Tally {
  for (const [day, { views, visitors, sources, pages }] of newer) {
    const joined = countViews(earlier, day, views);
    for (const [page, at] of pages) addPage(joined.pages, page, at);
    for (const [source, count] of sources) addSource(joined.sources, source, count);
    for (const [visitor, reads] of visitors) joinReads(readsOf(joined.visitors, visitor), reads);
  }
  return earlier;
}

/** Visitors and reads of one transaction: on SQLite nothing else is answered while it is written. */
const writtenAtOnce = 200;

/** Splits a tally into such as are written at once, the first with what is not a visitor's. */
export function splitTally(tally: Tally): Tally[] {
  return [...tally].flatMap(([day, { visitors, ...rest }]) => {
    const groups: Map<string, Reads>[] = [new Map()];
    let size = 0;
    for (const [visitor, reads] of visitors) {
      size += 1 + reads.size;
      if (size > writtenAtOnce) {
        groups.push(new Map());
        size = 1 + reads.size;
      }
      groups.at(-1)?.set(visitor, reads);
    }
    return groups.map((group, n) => new Map([[day, { ...(n === 0 ? rest : emptyDay()), visitors: group }]]));
  });
}

function joinReads(known: Reads | undefined, reads: Reads) {
  if (known) for (const [articleId, at] of reads) addRead(known, articleId, at);
}

function countViews(tally: Tally, day: string, views: number) {
  const known = tally.get(day) ?? emptyDay();
  known.views += views;
  tally.set(day, known);
  return known;
}

function addSource(sources: DayTally['sources'], source: string, count: number) {
  if (sources.has(source) || sources.size < sourcesAtMost) sources.set(source, (sources.get(source) ?? 0) + count);
}

function addPage(pages: DayTally['pages'], page: string, at: number) {
  if (pages.has(page) || pages.size < pagesAtMost) pages.set(page, at);
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
  const [, name = ''] = /^\/(?:article|page)\/([a-z\d-]{1,80})\/?$/.exec(page) ?? [];
  if (!/^\d+$/.test(name)) return name || undefined;
  const id = Number(name);
  return id >= 1 && id <= 2_147_483_647 ? id : undefined;
}

type Named = { article: number | string; visitor: string; readAt: number };
type Read = { articleId: number; visitor: string; readAt: number };
type Readable = { id: number; kind: ArticleKind };

/** A repeated read of an article by a visitor within this time does not count. */
const sameRead = 30 * minuteLength;
/** Milliseconds within which a visitor's second view of a page is the same view, reported by the page once it started. */
export const sameView = 10_000;
/** Milliseconds for which reads per article and day, and referrers, are stored. Months are kept for good. */
const articlesFor = 93 * dayLength;
const sourcesFor = 400 * dayLength;
const hostsADay = 300;
/** Rows per statement. */
const batch = 50;

/** Writes all days of a tally in one transaction. */
export function writeTally(db: Db, tally: Tally) {
  return db.transaction().execute(async (trx) => {
    for (const [day, { views, visitors, sources, pages }] of tally) {
      const hash = await visitorHash(trx, day);
      const repeated = isShared(trx) ? await countRepeated(trx, pages, hash) : 0;
      const hashed = [...visitors].map(([visitor, reads]) => ({ visitor: hash(visitor), reads }));
      const came = await markVisitors(trx, day, hashed);
      await queries.addToDay(trx, day, {
        views: Math.max(0, views - repeated),
        visitors: came,
        reads: await countReads(trx, day, hashed),
      });
      await countSources(trx, day, sources);
    }
  });
}

/** Deletes visitor marks of former days and read marks older than half an hour. */
export async function sweepMarks(db: Db, now: number) {
  await db.transaction().execute(async (trx) => {
    // the minute lets every process of the site finish the old day first
    await queries.deleteDaysBefore(trx, chinaDay(now - minuteLength));
    await queries.deleteReadsBefore(trx, now - sameRead);
    if (isShared(trx)) await queries.deleteRecentBefore(trx, now - minuteLength);
    await queries.deleteCountsBefore(trx, chinaDay(now - articlesFor), chinaDay(now - sourcesFor));
  });
}

/** Hashes with the salt of the day, deleted with it: afterwards no address can be tested against the marks. */
async function visitorHash(trx: Trx, day: string) {
  const salt = await queries.saltOf(trx, day, randomBytes(32).toString('base64url'));
  return (visitor: string) => hash('sha256', `${salt}\n${visitor}`, 'base64url').slice(0, 22);
}

/** Returns how many views another process has counted: one serves a page, and another may get its report. */
async function countRepeated(trx: Trx, pages: Map<string, number>, hash: (page: string) => string) {
  const views = [...pages].map(([page, at]) => ({ mark: hash(page), at })).sort((a, b) => (a.mark < b.mark ? -1 : 1));
  let fresh = 0;
  for (const some of inBatches(views)) fresh += await queries.markViews(trx, some, sameView);
  return pages.size - fresh;
}

/** Returns how many had not come yet that day. */
async function markVisitors(trx: Trx, day: string, visitors: { visitor: string }[]) {
  let added = 0;
  for (const some of inBatches(sorted(visitors.map(({ visitor }) => visitor))))
    added += await queries.markVisitors(trx, day, some);
  return added;
}

type Came = { visitor: string; reads: Map<number | string, number> };

/** Counts reads and returns how many were of articles: a read of a page (`kind`) counts for its own views only. */
async function countReads(trx: Trx, day: string, visitors: Came[]) {
  const reads = visitors.flatMap(({ visitor, reads }) =>
    [...reads].map(([article, readAt]) => ({ article, visitor, readAt })),
  );
  const counts = new Map<number, number>();
  const { published, pages } = await ofPublished(trx, reads);
  for (const some of inBatches(published)) {
    const counted = await queries.markReads(trx, some, sameRead);
    for (const { articleId } of counted) counts.set(articleId, (counts.get(articleId) ?? 0) + 1);
  }
  const byId = [...counts].sort(([one], [other]) => one - other);
  for (const { ids, count } of withEqualCounts(byId)) await queries.addViews(trx, ids, count);
  const ofArticles = byId.filter(([id]) => !pages.has(id)).map(([articleId, reads]) => ({ day, articleId, reads }));
  for (const some of inBatches(ofArticles)) await queries.addArticleReads(trx, some);
  return ofArticles.reduce((sum, { reads }) => sum + reads, 0);
}

/** Neighbours with the same count go into one statement, so that articles are locked in the order of their ids. */
function withEqualCounts(counts: [id: number, count: number][]) {
  const runs: { ids: number[]; count: number }[] = [];
  for (const [id, count] of counts) {
    const last = runs.at(-1);
    if (last?.count === count && last.ids.length < batch) last.ids.push(id);
    else runs.push({ ids: [id], count });
  }
  return runs;
}

/** Limits the hosts per day, since headers can be forged. */
async function countSources(trx: Trx, day: string, sources: Map<string, number>) {
  if (sources.size === 0) return;
  const known = new Set((await queries.hostsOf(trx, day)).map(({ kind, host }) => `${kind} ${host}`));
  for (const [source, views] of [...sources].sort()) {
    const isRoom = known.size < hostsADay || known.has(source);
    const [kind, host] = (isRoom ? source : 'site ').split(' ') as [Source['kind'], string];
    await queries.addSource(trx, { day, kind, host, views });
    known.add(`${kind} ${host}`);
  }
}

/** Resolves to published articles, without duplicates, in a fixed order that avoids deadlocks. */
async function ofPublished(trx: Trx, reads: Named[]) {
  const known = await readablesOf(trx, new Set(reads.map(({ article }) => article)));
  const found = new Map<string, Read>();
  for (const { article, ...read } of reads) {
    const articleId = known.get(article)?.id;
    if (articleId !== undefined) found.set(`${articleId} ${read.visitor}`, { articleId, ...read });
  }
  const published = [...found.values()].sort((a, b) => a.articleId - b.articleId || (a.visitor < b.visitor ? -1 : 1));
  const pages = [...known.values()].filter(({ kind }) => kind === 'page').map(({ id }) => id);
  return { published, pages: new Set(pages) };
}

/** Resolves ids and slugs of published articles and pages. */
async function readablesOf(trx: Trx, articles: Set<number | string>) {
  const known = new Map<number | string, Readable>();
  const numbers = [...articles].filter((article) => typeof article === 'number');
  for (const some of inBatches(sorted(numbers)))
    for (const one of await queries.publishedOf(trx, some)) known.set(one.id, one);
  const names = [...articles].filter((article) => typeof article === 'string');
  for (const some of inBatches(sorted(names)))
    for (const { slug, ...one } of await queries.publishedNamed(trx, some)) known.set(slug ?? '', one);
  return known;
}

function sorted<Item extends string | number>(items: Item[]) {
  return items.sort((a, b) => (a < b ? -1 : 1));
}

function inBatches<Item>(items: Item[]) {
  return Array.from({ length: Math.ceil(items.length / batch) }, (_, i) => items.slice(i * batch, (i + 1) * batch));
}

/** Referrer classified by its host. */
export type Source = { kind: 'search' | 'social' | 'direct' | 'site'; host: string };

const search =
  /(^|\.)(google|bing|baidu|sogou|so|sm|duckduckgo|yahoo|yandex|ecosia|startpage|qwant|toutiao|metaso)\.[a-z.]{2,6}$/;
const social =
  /(^|\.)(weibo\.com|weibo\.cn|qq\.com|zhihu\.com|douban\.com|xiaohongshu\.com|bilibili\.com|douyin\.com|t\.co|x\.com|twitter\.com|facebook\.com|reddit\.com|news\.ycombinator\.com|v2ex\.com|juejin\.cn|t\.me|telegram\.org|linkedin\.com|instagram\.com|threads\.net|bsky\.app|mastodon\.social|discord\.com|okjike\.com)$/;
/** Maximum length of a host name. */
const longest = 253;

/**
 * Parses the Referer of a page's request; only its host is stored. Undefined for navigation within the site, whose host
 * is `own`.
 */
export function visitSourceOf(referrer: string, own: string): Source | undefined {
  if (referrer === '') return { kind: 'direct', host: '' };
  const { hostname = '', host = '' } = URL.parse(referrer) ?? {};
  if (hostname === '' || hostname.length > longest) return { kind: 'direct', host: '' };
  if (host === own) return undefined;
  return { kind: kindOf(hostname), host: hostname.replace(/^www\./, '') };
}

function kindOf(host: string): Source['kind'] {
  if (social.test(host)) return 'social';
  return search.test(host) ? 'search' : 'site';
}
