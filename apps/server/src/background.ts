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

type Deps = { outbox: Outbox; visits: Visits; jobs: Jobs; onError: (error: unknown) => void };

/** Work besides requests: outbox effects, visit counts, jobs. Can be paused. */
export class BackgroundWork {
  readonly #deps: Deps;
  #timers: NodeJS.Timeout[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start() {
    const { outbox, visits, jobs, onError } = this.#deps;
    outbox.reopen();
    this.#timers = [
      setInterval(() => outbox.run().catch((error) => onError(error)), outboxEvery).unref(),
      setInterval(() => visits.flush().catch((error) => onError(error)), visitsEvery).unref(),
    ];
    jobs.start();
  }

  /** Pauses; resolves once running work is done. */
  async stop() {
    this.#timers.forEach(clearInterval);
    await Promise.all([this.#deps.jobs.stop(), this.#deps.outbox.close()]);
    await this.#deps.visits.flush();
  }
}

/** Topic published to all processes once the database was replaced. */
export const siteReplaced = 'site-replaced';
/** Topic repeated while one process replaces the site: the pause of the others expires if it dies. */
const writesPaused = 'writes-paused';
const writesResumed = 'writes-resumed';
const repeatEvery = 4000;
const pauseMs = 15_000;

type ReplacingDeps = { db: Db; push: Push; writeBarrier: WriteBarrier; background: BackgroundWork };

/**
 * Lets a restore replace the running site: writes pause in every process meanwhile, and caches are dropped afterwards.
 */
export function createReplacing({ db, push, writeBarrier, background }: ReplacingDeps): Replacing {
  const pauseOthers = pauseOtherProcesses(push, writeBarrier);
  return {
    db,
    quiet: (work) =>
      writeBarrier.runExclusive(async () => {
        const resumeOthers = await pauseOthers();
        try {
          await background.stop();
          return await work();
        } finally {
          background.start();
          await resumeOthers();
        }
      }),
    async onReplaced() {
      await push.publish({ topic: siteReplaced, ids: ['site'] });
      await push.publish({ topic: 'drop-pages', ids: ['site'] });
      await fillNicknameKeys(db);
    },
  };
}

/**
 * Pauses writes in the other processes, as those would be lost. Writes already under way there go with the old site.
 */
function pauseOtherProcesses(push: Push, writeBarrier: WriteBarrier) {
  const self = crypto.randomUUID();
  push.subscribe(({ topic, ids: [from] }) => {
    if (from === self) return;
    if (topic === writesPaused) writeBarrier.closeFor(pauseMs);
    if (topic === writesResumed) writeBarrier.closeFor(0);
  });
  const announce = (topic: string) => push.publish({ topic, ids: [self] }).catch(() => {});
  return async () => {
    await announce(writesPaused);
    const repeating = setInterval(() => void announce(writesPaused), repeatEvery).unref();
    return async () => {
      clearInterval(repeating);
      await announce(writesResumed);
    };
  };
}
