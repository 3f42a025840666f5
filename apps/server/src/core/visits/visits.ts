import { isbot } from 'isbot';
import { chinaDay } from '../../platform/china-day.ts';
import type { Db } from '../../platform/db/schema.ts';
import { createRepeats } from './repeats.ts';
import { sourceOf } from './source-of.ts';
import { emptyTally, joinTallies, recordIn, recordReadIn } from './tally.ts';
import { sumOfDays } from './visits.queries.ts';
import { sweepMarks, writeTally } from './write-tally.ts';

/**
 * One view of a page. `prefetch` is true for pages a browser fetched ahead, which nobody has seen yet. `referrer`: the
 * header of a request that came from outside, '' where it had none; `host`: the site's name in that request.
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
      const asked = sumOfDays(db);
      asked.catch(() => {
        sum = undefined;
      });
      sum = asked;
      return asked;
    },
  };
}
