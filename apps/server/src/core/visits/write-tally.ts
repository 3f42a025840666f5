import { createHash, randomBytes } from 'node:crypto';
import { chinaDay, dayLength } from '../../platform/china-day.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Source } from './source-of.ts';
import type { Tally } from './tally.ts';
import * as queries from './visits.queries.ts';

type Named = { article: number | string; visitor: string; readAt: number };
type Read = { articleId: number; visitor: string; readAt: number };

/** A second read of the same article by the same visitor within this time is the same read. */
const sameRead = 30 * 60_000;
const minute = 60_000;
/** How long the reads of each article, and where visitors came from, are kept day by day. */
const articlesFor = 32 * dayLength;
const sourcesFor = 400 * dayLength;
const hostsADay = 300;
/** Rows a statement: few enough variants for the kept statements, few enough trips on PostgreSQL. */
const batch = 50;

/** Writes all days of a tally in one transaction. */
export function writeTally(db: Db, tally: Tally) {
  return db.transaction().execute(async (trx) => {
    for (const [day, { views, visitors, sources }] of tally) {
      const hash = await visitorHash(trx, day);
      const hashed = [...visitors].map(([visitor, reads]) => ({ visitor: hash(visitor), reads }));
      const came = await markVisitors(trx, day, hashed);
      await queries.addToDay(trx, day, { views, visitors: came, reads: await countReads(trx, day, hashed) });
      await countSources(trx, day, sources);
    }
  });
}

/** Forgets who came on former days and who read what more than half an hour ago. */
export async function sweepMarks(db: Db, now: number) {
  await db.transaction().execute(async (trx) => {
    // the minute lets every process of the site finish the old day first
    await queries.deleteDaysBefore(trx, chinaDay(now - minute));
    await queries.deleteReadsBefore(trx, now - sameRead);
    await queries.deleteCountsBefore(trx, chinaDay(now - articlesFor), chinaDay(now - sourcesFor));
  });
}

/** The salt is the day's own and gone with it: afterwards no address can be tried against the marks. */
async function visitorHash(trx: Trx, day: string) {
  const salt = await queries.saltOf(trx, day, randomBytes(32).toString('base64url'));
  return (visitor: string) => createHash('sha256').update(`${salt}\n${visitor}`).digest('base64url').slice(0, 22);
}

/** Returns how many of them had not come yet that day. */
async function markVisitors(trx: Trx, day: string, visitors: { visitor: string }[]) {
  let added = 0;
  for (const some of inBatches(sorted(visitors.map(({ visitor }) => visitor))))
    added += await queries.markVisitors(trx, day, some);
  return added;
}

type Came = { visitor: string; reads: Map<number | string, number> };

/** Returns how many there were. */
async function countReads(trx: Trx, day: string, visitors: Came[]) {
  const reads = visitors.flatMap(({ visitor, reads }) =>
    [...reads].map(([article, readAt]) => ({ article, visitor, readAt })),
  );
  const counts = new Map<number, number>();
  for (const some of inBatches(await ofPublished(trx, reads))) {
    const counted = await queries.markReads(trx, some, sameRead);
    for (const { articleId } of counted) counts.set(articleId, (counts.get(articleId) ?? 0) + 1);
  }
  for (const [articleId, views] of counts) {
    await queries.addViews(trx, articleId, views);
    await queries.addArticleReads(trx, day, articleId, views);
  }
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** A day keeps so many hosts: names in a header are anybody's to make up. */
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

/** In one order everywhere, so that two processes never wait for each other's rows; by whichever address, each once. */
async function ofPublished(trx: Trx, reads: Named[]): Promise<Read[]> {
  const ids = await idsOf(trx, new Set(reads.map(({ article }) => article)));
  const found = new Map<string, Read>();
  for (const { article, ...read } of reads) {
    const articleId = ids.get(article);
    if (articleId !== undefined) found.set(`${articleId} ${read.visitor}`, { articleId, ...read });
  }
  return [...found.values()].sort((a, b) => a.articleId - b.articleId || (a.visitor < b.visitor ? -1 : 1));
}

/** The published ones, by number and by name. */
async function idsOf(trx: Trx, articles: Set<number | string>) {
  const known = new Map<number | string, number>();
  const numbers = [...articles].filter((article) => typeof article === 'number');
  for (const some of inBatches(sorted(numbers)))
    for (const { id } of await queries.publishedOf(trx, some)) known.set(id, id);
  const names = [...articles].filter((article) => typeof article === 'string');
  for (const some of inBatches(sorted(names)))
    for (const { id, slug } of await queries.publishedNamed(trx, some)) known.set(slug ?? '', id);
  return known;
}

function sorted<Item extends string | number>(items: Item[]) {
  return items.sort((a, b) => (a < b ? -1 : 1));
}

function inBatches<Item>(items: Item[]) {
  return Array.from({ length: Math.ceil(items.length / batch) }, (_, i) => items.slice(i * batch, (i + 1) * batch));
}
