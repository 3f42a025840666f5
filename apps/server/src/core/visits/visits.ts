import { setTimeout as sleep } from 'node:timers/promises';
import { chinaDay, dayName, minuteLength } from '@mojian/contract/platform/time';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/db/schema.ts';
import {
  emptyTally,
  joinTallies,
  recordIn,
  recordReadIn,
  sameView,
  splitTally,
  sweepMarks,
  visitSourceOf,
  writeTally,
} from './tally.ts';
import * as queries from './visits.queries.ts';
import { sumOfDays } from './visits.queries.ts';

/**
 * Page view. `prefetch`: fetched ahead by the browser. `referrer`: header of a request from outside, ''; `host`: host
 * of the site in that request.
 */
export type Visit = {
  address: string;
  agent: string;
  path: string;
  prefetch?: boolean;
  referrer?: string;
  host?: string;
};

export type Visits = ReturnType<typeof createVisits>;

/** Milliseconds between two transactions of one flush, and at most for all its pauses: readers' queries run in between. */
const [longestPause, spreadOver] = [50, 1000];
/** Truncates names and paths, to bound memory. */
const longest = 300;

/**
 * Counts views, visitors and reads. Visitors are stored only as a hash under a salt that is deleted with its day.
 * `record` only touches memory and never throws; `flush`, every few seconds and at the end, writes all in short
 * transactions.
 */
export function createVisits({ db, now = Date.now }: { db: Db; now?: () => number }) {
  const repeats = createRepeats(sameView);
  let tally = emptyTally();
  let writing = Promise.resolve();
  let sweptAt = 0;
  const sum = createSum(db);

  async function write() {
    const unwritten = splitTally(tally);
    tally = emptyTally();
    try {
      const pause = Math.min(longestPause, spreadOver / unwritten.length);
      for (; unwritten[0]; unwritten.shift()) {
        await writeTally(db, unwritten[0]);
        if (unwritten.length > 1) await sleep(pause);
      }
    } catch (error) {
      tally = unwritten.reduceRight((newer, one) => joinTallies(one, newer), tally);
      throw error;
    } finally {
      sum.forget(); // even when nothing was written: other processes count as well
    }
    repeats.forgetOld(now());
    if (now() - sweptAt < minuteLength) return;
    await sweepMarks(db, now());
    sweptAt = now();
  }

  return {
    /** Counts a view, unless it is a bot's, a prefetch, or the same visitor's view of the same page ten seconds ago. */
    record({ address, agent, path, prefetch = false, referrer, host = '' }: Visit) {
      if (prefetch || agent === '') return;
      const at = now();
      const visitor = `${address}\n${agent.slice(0, longest)}`;
      const page = path.replace(/[?#].*/s, '').slice(0, longest);
      if (repeats.isRepeat(`${visitor}\n${page}`, at) || isBot(agent)) return;
      const source = referrer === undefined ? undefined : visitSourceOf(referrer, host);
      recordIn(tally, { day: chinaDay(at), at, visitor, page, source });
    },

    /** Counts a read of an article that was opened without a page view, once with the one its page view counts. */
    recordRead({ address, agent, articleId }: { address: string; agent: string; articleId: number }) {
      if (agent === '' || isBot(agent)) return;
      const at = now();
      recordReadIn(tally, { day: chinaDay(at), at, visitor: `${address}\n${agent.slice(0, longest)}`, articleId });
    },

    /** Writes everything recorded so far. On an error what is not written is retained for the next time. */
    flush() {
      const turn = writing.catch(() => {}).then(write);
      writing = turn;
      return turn;
    },

    /** Views, and visitors of each day added up, of all time as far as they are written. */
    totals: sum.read,
  };
}

/** Caches the sum of all days, except a failed reading. */
function createSum(db: Db) {
  let sum: ReturnType<typeof sumOfDays> | undefined;
  const forget = () => {
    sum = undefined;
  };
  return {
    forget,
    read() {
      if (sum) return sum;
      const reading = sumOfDays(db);
      reading.catch(forget);
      sum = reading;
      return reading;
    },
  };
}

/** Few agents make most requests, and the pattern is long. */
const knownAgents = new LRUCache<string, boolean>({ max: 500 });

function isBot(agent: string) {
  const name = agent.slice(0, longest);
  const known = knownAgents.get(name) ?? isbot(name);
  knownAgents.set(name, known);
  return known;
}

const rememberedAtMost = 10_000;

/** Detects repeated events within some milliseconds, such as a page's own report of a view already counted. */
export function createRepeats(within: number) {
  /** Last count of each event, oldest first. */
  const counted = new Map<string, number>();

  return {
    /** Whether this was counted recently; if not, counts it now. */
    isRepeat(event: string, at: number) {
      const last = counted.get(event);
      if (last !== undefined && at - last < within) return true;
      counted.delete(event); // moves it to the end
      counted.set(event, at);
      if (counted.size > rememberedAtMost) counted.delete(counted.keys().next().value as string);
      return false;
    },

    /** Drops visitors from memory as early as possible. */
    forgetOld(now: number) {
      for (const [event, at] of counted) {
        if (now - at < within) return;
        counted.delete(event);
      }
    },
  };
}

/** Counts per day since a day number. */
export function countedByDay(db: Db, from: number) {
  return queries.listVisitDays(db, dayName(from));
}

/** YYYY-MM-DD of the first counted day, or ''. */
export async function firstCounted(db: Db) {
  return (await queries.firstDay(db))?.day ?? '';
}

/** Referrers since a day, most views first. */
export async function sourcesSince(db: Db, from: number, limit: number) {
  const rows = await queries.listSources(db, dayName(from), limit);
  return rows.map((row) => ({ ...row, views: Number(row.views) }));
}

/** The most read articles of a span and how many were read. Days are known for three months, months for good. */
export async function mostRead(db: Db, span: queries.ReadSpan, slice: { limit: number; offset: number }) {
  const rows = await queries.listMostRead(db, span, slice);
  return rows.map((row) => ({ ...row, reads: Number(row.reads) }));
}

export function countRead(db: Db, span: queries.ReadSpan) {
  return queries.countRead(db, span);
}

/** Reads of an article: each day with any since `from`, and each month, newest first. */
export async function readsOf(db: Db, articleId: number, from: number) {
  const [days, months] = await Promise.all([
    queries.listReadDays(db, articleId, dayName(from)),
    queries.listReadMonths(db, articleId),
  ]);
  return { days, months };
}

/** YYYY-MM of the first counted read, or ''. */
export async function firstReadMonth(db: Db) {
  return (await queries.firstReadMonth(db))?.month ?? '';
}
