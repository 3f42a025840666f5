import { Failure } from '@mojian/contract/platform/failures';
import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../db/schema.ts';

/**
 * Periodic work. It must be safe to run in several processes at once, and should end early when `stopping` is aborted.
 */
export type Job = { name: string; everySeconds: number; run: (stopping: AbortSignal) => Promise<unknown> };

type Deps = { db: Db; jobs: Job[]; onFailure: (name: string, error: unknown) => void };
type Run = { startedAt: number; took: number; failure: string };
type Known = { running?: Promise<void>; last?: Run; nextAt?: number };

/** Jobs of this process with their last results. A job never overlaps itself. */
export class Jobs {
  readonly #deps: Deps;
  readonly #known = new Map<string, Known>();
  #stopping = new AbortController();
  #timers: ReturnType<typeof setInterval>[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
    for (const { name } of deps.jobs) this.#known.set(name, {});
  }

  /** Runs each job now and then periodically. */
  start() {
    const { jobs } = this.#deps;
    this.#stopping = new AbortController();
    this.#timers = jobs.map((job) => setInterval(() => this.#turn(job), job.everySeconds * 1000).unref());
    for (const job of jobs) this.#turn(job);
  }

  /** Stops scheduling until the next start, and waits for running jobs. */
  async stop() {
    this.#timers.forEach(clearInterval);
    this.#stopping.abort();
    for (const known of this.#known.values()) delete known.nextAt;
    await Promise.all([...this.#known.values()].map(({ running }) => running));
  }

  list() {
    return this.#deps.jobs.map(({ name, everySeconds }) => {
      const { running, last, nextAt } = this.#known.get(name) ?? {};
      return { name, everySeconds, isRunning: running !== undefined, last, nextAt };
    });
  }

  /** Starts a job without waiting. @throws Failure not-found; already-done while it runs; unavailable while stopped */
  runNow(name: string) {
    const job = this.#deps.jobs.find((one) => one.name === name);
    if (!job) throw new Failure('not-found', '没有这个定时任务');
    if (this.#stopping.signal.aborted) throw new Failure('unavailable', '定时任务已暂停，请稍后再试');
    if (this.#known.get(name)?.running) throw new Failure('already-done', '正在执行，请稍候');
    this.#begin(job);
  }

  #turn(job: Job) {
    const known = this.#known.get(job.name);
    if (!known) return;
    known.nextAt = Date.now() + job.everySeconds * 1000;
    if (!known.running) this.#begin(job);
  }

  #begin(job: Job) {
    const known = this.#known.get(job.name);
    if (!known || this.#stopping.signal.aborted) return;
    known.running = this.#do(job).then((last) => {
      known.last = last;
      delete known.running;
    });
  }

  async #do({ name, run: work }: Job): Promise<Run> {
    const startedAt = Date.now();
    const begun = performance.now();
    const done = (failure: string) => ({ startedAt, took: Math.round(performance.now() - begun), failure });
    try {
      await work(this.#stopping.signal);
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
