import { setTimeout } from 'node:timers/promises';
import { Failure } from '@mojian/contract/platform/failures';
import type { Redirects } from './content/redirects/redirects.ts';
import type { Typeface } from './core/typeface/typeface.ts';
import type { Visits } from './core/visits/visits.ts';
import { fillNicknameKeys } from './members/accounts/nickname.ts';
import type { Replacing } from './operations/backups/restore.ts';
import type { Db } from './platform/db/schema.ts';
import type { WriteBarrier } from './platform/http/write-barrier.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Outbox } from './platform/outbox/outbox.ts';
import type { Push } from './platform/push/push.ts';

const outboxEvery = 500;
const visitsEvery = 2000;
const redirectsEvery = 10_000;
const typefaceEvery = 10_000;

type Deps = {
  outbox: Outbox;
  visits: Visits;
  redirects: Redirects;
  typeface: Typeface;
  jobs: Jobs;
  onError: (error: unknown) => void;
};

/** Work besides requests: outbox effects, counts of visits and old addresses, jobs. Can be paused. */
export class BackgroundWork {
  readonly #deps: Deps;
  #timers: NodeJS.Timeout[] = [];
  #soonAt = Number.NEGATIVE_INFINITY;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start() {
    const { outbox, visits, redirects, typeface, jobs, onError } = this.#deps;
    outbox.reopen();
    this.#timers = [
      setInterval(() => this.#runOutbox(), outboxEvery).unref(),
      setInterval(() => visits.flush().catch((error) => onError(error)), visitsEvery).unref(),
      setInterval(() => redirects.flush().catch((error) => onError(error)), redirectsEvery).unref(),
      setInterval(() => typeface.flush().catch((error) => onError(error)), typefaceEvery).unref(),
    ];
    jobs.start();
  }

  /**
   * Performs at once what a change has queued, so that what was hidden is gone and what was said is heard; changes that
   * follow closely are performed together, in the next of the usual rounds.
   */
  runOutboxSoon() {
    const now = performance.now();
    if (this.#timers.length === 0 || now - this.#soonAt < outboxEvery) return;
    this.#soonAt = now;
    setImmediate(() => this.#runOutbox()); // the answer to the change goes first
  }

  #runOutbox() {
    const { outbox, onError } = this.#deps;
    return outbox.run().catch(onError);
  }

  /** Pauses; resolves once running work is done. Counts that cannot be written, on a full disk for one, keep nobody waiting. */
  async stop() {
    const { jobs, outbox, visits, redirects, typeface, onError } = this.#deps;
    this.#timers.splice(0).forEach(clearInterval);
    await Promise.all([jobs.stop(), outbox.close()]);
    await Promise.all([visits, redirects, typeface].map((counted) => counted.flush().catch(onError)));
  }
}

/** Topic published to all processes once the database was replaced. */
export const siteReplaced = 'site-replaced';
/** Topic repeated while one process replaces the site: the pause of the others expires if it dies. */
const writesPaused = 'writes-paused';
/** Topic by which another process answers that nothing writes there any more. */
const writesStopped = 'writes-stopped';
const writesResumed = 'writes-resumed';
const repeatEvery = 4000;
const pauseMs = 15_000;
const answerWithin = 30_000;

type ReplacingDeps = {
  db: Db;
  push: Push;
  writeBarrier: WriteBarrier;
  background: BackgroundWork;
  /** Counts the other processes of the site. */
  countOthers?: () => Promise<number>;
};

/**
 * Lets a restore replace the running site: nothing writes in any process meanwhile, and caches are dropped afterwards.
 */
export function createReplacing(deps: ReplacingDeps): Replacing {
  const { db, push, writeBarrier, background } = deps;
  const pauseOthers = pauseOtherProcesses(deps);
  return {
    db,
    quiet: (work) =>
      writeBarrier.runExclusive(async () => {
        const { stopped, resume } = pauseOthers();
        try {
          await Promise.all([stopped, background.stop()]);
          return await work();
        } finally {
          background.start();
          await resume();
        }
      }),
    async onReplaced() {
      await push.publish({ topic: siteReplaced, ids: ['site'] });
      await push.publish({ topic: 'drop-pages', ids: ['site'] });
      await fillNicknameKeys(db);
    },
  };
}

/** Pauses all writes in the other processes, which answer once those under way have ended: none of them is lost. */
function pauseOtherProcesses({ push, writeBarrier, background, countOthers = async () => 0 }: ReplacingDeps) {
  const self: string = crypto.randomUUID();
  const answered = new Set<string>();
  const pause = new Pause(writeBarrier, background);
  const announce = (topic: string, ids = [self]) => push.publish({ topic, ids }).catch(() => {});
  push.subscribe(({ topic, ids: [asker = '', by = ''] }) => {
    if (topic === writesStopped && asker === self) answered.add(by);
    if (asker === self) return;
    if (topic === writesPaused) void pause.extend().then(() => announce(writesStopped, [asker, self]));
    if (topic === writesResumed) pause.end();
  });

  return () => {
    answered.clear();
    const repeating = setInterval(() => void announce(writesPaused), repeatEvery).unref();
    return {
      stopped: announce(writesPaused).then(async () => waitUntilAll(await countOthers(), answered)),
      resume() {
        clearInterval(repeating);
        return announce(writesResumed);
      },
    };
  };
}

/** @throws Failure unavailable when a process does not answer in time */
async function waitUntilAll(others: number, answered: Set<string>) {
  const until = performance.now() + answerWithin;
  while (answered.size < others) {
    if (performance.now() > until)
      throw new Failure('unavailable', '站点的另一个进程还在写，恢复没有开始；请稍后再试，或先停下那个进程');
    await setTimeout(50);
  }
}

/** Pause of this process at the request of another: calls are refused, and nothing runs in the background. */
class Pause {
  readonly #writeBarrier: WriteBarrier;
  readonly #background: BackgroundWork;
  #stopped: Promise<unknown> | undefined;
  #expiry: NodeJS.Timeout | undefined;

  constructor(writeBarrier: WriteBarrier, background: BackgroundWork) {
    this.#writeBarrier = writeBarrier;
    this.#background = background;
  }

  /** Pauses for some seconds more; resolves once nothing writes. */
  extend() {
    clearTimeout(this.#expiry);
    this.#expiry = globalThis.setTimeout(() => this.end(), pauseMs).unref();
    this.#writeBarrier.closeFor(pauseMs);
    this.#stopped ??= Promise.allSettled([this.#writeBarrier.empty(), this.#background.stop()]);
    return this.#stopped;
  }

  end() {
    clearTimeout(this.#expiry);
    this.#writeBarrier.closeFor(0);
    if (this.#stopped) this.#background.start();
    this.#stopped = undefined;
  }
}
