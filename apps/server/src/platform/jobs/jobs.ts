import { Failure } from '@mojian/contract/platform/failures';
import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../db/schema.ts';
import type { Run, SharedRuns } from './shared-runs.ts';

/**
 * Periodic work. It must be safe to run twice, as a process may die at its end, and should end early when `stopping` is
 * aborted.
 */
export type Job = {
  name: string;
  everySeconds: number;
  run: (stopping: AbortSignal) => Promise<unknown>;
  /** Removes what is old for good: waits after a start until a clock that was wrong has been put right. */
  erases?: true;
  /** Seconds after a start before its first run, where readers need the machine first. */
  firstAfterSeconds?: number;
};

type Deps = {
  db: Db;
  jobs: Job[];
  onFailure: (name: string, error: unknown) => void;
  /** With it a job runs once for all processes of the site, and not again because one of them starts. */
  shared?: SharedRuns | undefined;
  /** Milliseconds before the first runs, which would otherwise delay the first readers. */
  firstAfter?: number;
  /** Milliseconds before the first runs of jobs that erase. */
  erasesAfter?: number;
};
type Known = { running?: Promise<void>; last?: Run; nextAt?: number };

/** Seconds between looks at what other processes left undone, for jobs with long intervals. */
const lookEvery = 60;
/** Milliseconds by which timers may be early. */
const slack = 1000;

/** Jobs with their last results. A job never overlaps itself. */
export class Jobs {
  readonly #deps: Deps;
  readonly #known = new Map<string, Known>();
  #stopping = new AbortController();
  #erasesFrom = 0;
  #timers: ReturnType<typeof setInterval>[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
    for (const { name } of deps.jobs) this.#known.set(name, {});
  }

  /** Runs each job at the beginning and then periodically. */
  start() {
    const { jobs, shared, firstAfter = 0, erasesAfter = firstAfter } = this.#deps;
    this.#erasesFrom = performance.now() + erasesAfter;
    const seconds = (job: Job) => (shared ? Math.min(job.everySeconds, lookEvery) : job.everySeconds);
    this.#stopping = new AbortController();
    this.#timers = jobs.map((job) => setInterval(() => this.#turn(job), seconds(job) * 1000).unref());
    for (const job of jobs) {
      const after = job.erases ? erasesAfter : firstAfter;
      this.#turnAfter(Math.max(after, (job.firstAfterSeconds ?? 0) * 1000), job);
    }
  }

  #turnAfter(milliseconds: number, job: Job) {
    if (milliseconds === 0) this.#turn(job);
    else this.#timers.push(setTimeout(() => this.#turn(job), milliseconds).unref());
  }

  /** Stops scheduling until the next start, and waits for running jobs. */
  async stop() {
    this.#timers.forEach(clearInterval);
    this.#stopping.abort();
    for (const known of this.#known.values()) delete known.nextAt;
    await Promise.all([...this.#known.values()].map(({ running }) => running));
  }

  async list() {
    const { jobs, shared } = this.#deps;
    const everywhere = await shared?.list();
    return jobs.map(({ name, everySeconds }) => {
      const { running, last, nextAt } = this.#known.get(name) ?? {};
      const run = everywhere?.get(name);
      if (!run) return { name, everySeconds, isRunning: running !== undefined, last, nextAt };
      const next = nextAt && Math.max(Date.now(), run.startedAt + everySeconds * 1000);
      return { name, everySeconds, isRunning: run.isRunning, last: run.last, nextAt: next };
    });
  }

  /**
   * Starts a job without waiting for its end.
   * @throws Failure not-found; already-done while it runs in any process; unavailable while stopped
   */
  async runNow(name: string) {
    const job = this.#deps.jobs.find((one) => one.name === name);
    if (!job) throw new Failure('not-found', '没有这个定时任务');
    if (this.#stopping.signal.aborted) throw new Failure('unavailable', '定时任务已暂停，请稍后再试');
    if (this.#known.get(name)?.running) throw new Failure('already-done', '正在执行，请稍候');
    if (!(await this.#begin(job, 0))) throw new Failure('already-done', '正在执行，请稍候');
  }

  #turn(job: Job) {
    const known = this.#known.get(job.name);
    if (!known || (job.erases && performance.now() < this.#erasesFrom)) return;
    const every = job.everySeconds * 1000;
    known.nextAt = Date.now() + every;
    if (!known.running) void this.#begin(job, every - slack);
  }

  /** @returns whether it begins; `apart`: milliseconds since it last began in any process */
  async #begin(job: Job, apart: number) {
    const known = this.#known.get(job.name);
    if (!known || this.#stopping.signal.aborted) return false;
    const { promise: claimed, resolve } = Promise.withResolvers<boolean>();
    known.running = this.#claimAndRun(job, apart, resolve).then((last) => {
      if (last) known.last = last;
      delete known.running;
    });
    return claimed;
  }

  async #claimAndRun(job: Job, apart: number, onClaimed: (isOurs: boolean) => void) {
    const { shared } = this.#deps;
    const { signal } = this.#stopping;
    // an unreachable database has no work for a job either: the next turn tries again
    const claim = await shared?.claim(job.name, apart).catch(() => undefined);
    onClaimed(!shared || claim !== undefined);
    if (shared && !claim) return undefined;
    const run = await this.#do(job, signal);
    await claim?.finish(run).catch(() => {});
    return run;
  }

  async #do({ name, run: work }: Job, stopping: AbortSignal): Promise<Run> {
    const startedAt = Date.now();
    const begun = performance.now();
    const done = (failure: string) => ({ startedAt, took: Math.round(performance.now() - begun), failure });
    try {
      await work(stopping);
      return done('');
    } catch (error) {
      const { db, onFailure } = this.#deps;
      onFailure(name, error);
      const run = done(error instanceof Error ? error.message : String(error));
      // a failing database cannot store the failure either
      await insertFailure(db, { name, ...run }).catch(() => {});
      return run;
    }
  }
}

const maxFailures = 200;

/** Stores a failure and deletes all but the newest 200. */
function insertFailure(db: Db, run: Insertable<Schema['jobFailures']>) {
  return db.transaction().execute(async (trx) => {
    await trx.insertInto('jobFailures').values(run).execute();
    await forgetOldest(trx);
  });
}

export function listFailures(db: Db, limit: number) {
  return db.selectFrom('jobFailures').selectAll().orderBy('id', 'desc').limit(limit).execute();
}

async function forgetOldest(trx: Trx) {
  const oldestToStay = trx
    .selectFrom('jobFailures')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(maxFailures - 1);
  await trx.deleteFrom('jobFailures').where('id', '<', oldestToStay).execute();
}
