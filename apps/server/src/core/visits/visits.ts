import { isbot } from 'isbot';
import { chinaDay, dayName } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { emptyTally, joinTallies, recordIn, recordReadIn, sourceOf, sweepMarks, writeTally } from './tally.ts';
import * as queries from './visits.queries.ts';
import { sumOfDays } from './visits.queries.ts';

/**
 * A page view. `prefetch`: fetched ahead by the browser and not seen yet. `referrer`: the header of a request from
 * outside, '' without one; `host`: the site's name in that request.
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

const minute = 60_000;
const sameView = 10_000;
/** More of a name or a path than this makes no difference, and takes no memory. */
const longest = 300;

/**
 * Counts views, visitors and reads. Who came is never stored: only a hash under a salt that is thrown away with its day.
 * `record` touches memory alone and never throws; `flush`, every few seconds and at the end, writes all in one transaction.
 */
export function createVisits({ db, now = Date.now }: { db: Db; now?: () => number }) {
  const repeats = createRepeats(sameView);
  let tally = emptyTally();
  let writing = Promise.resolve();
  let sweptAt = 0;
  let sum: ReturnType<typeof sumOfDays> | undefined;

  async function write() {
    const recorded = tally;
    tally = emptyTally();
    try {
      if (recorded.size > 0) await writeTally(db, recorded);
    } catch (error) {
      tally = joinTallies(recorded, tally);
      throw error;
    } finally {
      sum = undefined; // even when nothing was written: other processes count as well
    }
    repeats.forgetOld(now());
    if (now() - sweptAt < minute) return;
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
      if (repeats.isRepeat(`${visitor}\n${page}`, at) || isbot(agent)) return;
      const source = referrer === undefined ? undefined : sourceOf(referrer, host);
      recordIn(tally, { day: chinaDay(at), at, visitor, page, source });
    },

    /** Counts that an article was read, but no view of a page. Its page may count the same read: it is one all the same. */
    recordRead({ address, agent, articleId }: { address: string; agent: string; articleId: number }) {
      if (agent === '' || isbot(agent)) return;
      const at = now();
      recordReadIn(tally, { day: chinaDay(at), at, visitor: `${address}\n${agent.slice(0, longest)}`, articleId });
    },

    /** Writes everything recorded so far. What could not be written is kept for the next time, and the error thrown. */
    flush() {
      const turn = writing.catch(() => {}).then(write);
      writing = turn;
      return turn;
    },

    /** Views, and visitors of each day added up, of all time as far as they are written. */
    totals() {
      if (sum) return sum;
      const reading = sumOfDays(db);
      reading.catch(() => {
        sum = undefined;
      });
      sum = reading;
      return reading;
    },
  };
}

const rememberedAtMost = 10_000;

/** Tells what is new from its repeat within so many milliseconds, such as a page's own report of a view already counted. */
export function createRepeats(within: number) {
  /** When each was last counted, oldest first. */
  const counted = new Map<string, number>();

  return {
    /** Whether this was counted a short while ago. If not, it counts as of now. */
    isRepeat(event: string, at: number) {
      const last = counted.get(event);
      if (last !== undefined && at - last < within) return true;
      counted.delete(event); // so that it moves to the end
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
  return queries.listDays(db, dayName(from));
}

/** YYYY-MM-DD of the first day there are counts of, or ''. */
export async function firstCounted(db: Db) {
  return (await queries.firstDay(db))?.day ?? '';
}

/** Referrers since a day, most views first. */
export async function sourcesSince(db: Db, from: number, limit: number) {
  const rows = await queries.listSources(db, dayName(from), limit);
  return rows.map((row) => ({ ...row, views: Number(row.views) }));
}

/** The articles read most since a day, at most a month ago. */
export async function mostReadSince(db: Db, from: number, limit: number) {
  const rows = await queries.listMostRead(db, dayName(from), limit);
  return rows.map((row) => ({ ...row, reads: Number(row.reads) }));
}
