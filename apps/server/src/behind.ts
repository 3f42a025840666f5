import type { Visits } from './core/visits/visits.ts';
import { fillNicknameKeys } from './members/accounts/nickname.ts';
import type { Replacing } from './operations/backups/restore.ts';
import type { Db } from './platform/db/schema.ts';
import type { Gate } from './platform/http/gate.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Outbox } from './platform/outbox/outbox.ts';
import type { Push } from './platform/push/push.ts';

const outboxEvery = 500;
const visitsEvery = 2000;

type Parts = { outbox: Outbox; visits: Visits; jobs: Jobs; onError: (error: unknown) => void };

/** What the site does beside answering: effects, the counting of visits, jobs. It can stop for a while. */
export class Behind {
  readonly #parts: Parts;
  #rounds: NodeJS.Timeout[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start() {
    const { outbox, visits, jobs, onError } = this.#parts;
    outbox.reopen();
    this.#rounds = [
      setInterval(() => outbox.run().catch((error) => onError(error)), outboxEvery).unref(),
      setInterval(() => visits.flush().catch((error) => onError(error)), visitsEvery).unref(),
    ];
    jobs.start();
  }

  /** Ends once all that was under way is done. */
  async stop() {
    this.#rounds.forEach(clearInterval);
    await Promise.all([this.#parts.jobs.stop(), this.#parts.outbox.close()]);
    await this.#parts.visits.flush();
  }
}

/** Told to all processes: the database is another one. */
export const siteReplaced = 'site-replaced';
/** Told to the others again and again while one process replaces the site, so that theirs end when it dies. */
const siteQuiet = 'site-quiet';
const siteOpen = 'site-open';
const tellEvery = 4000;
const quietFor = 15_000;

type ReplacingParts = { db: Db; push: Push; gate: Gate; behind: Behind };

/** How the running site becomes another: nothing of it writes meanwhile, and nothing of the old one is remembered. */
export function replacingOf({ db, push, gate, behind }: ReplacingParts): Replacing {
  const keepOthersQuiet = quietOf(push, gate);
  return {
    db,
    quiet: (work) =>
      gate.quiet(async () => {
        const letOthersGoOn = await keepOthersQuiet();
        try {
          await behind.stop();
          return await work();
        } finally {
          behind.start();
          await letOthersGoOn();
        }
      }),
    async onReplaced() {
      await push.publish({ topic: siteReplaced, ids: ['site'] });
      await push.publish({ topic: 'drop-pages', ids: ['site'] });
      await fillNicknameKeys(db);
    },
  };
}

/** What others write meanwhile would be lost. Whatever they are at when they hear of it goes with the old site. */
function quietOf(push: Push, gate: Gate) {
  const self = crypto.randomUUID();
  push.subscribe(({ topic, ids: [from] }) => {
    if (from === self) return;
    if (topic === siteQuiet) gate.closeFor(quietFor);
    if (topic === siteOpen) gate.closeFor(0);
  });
  const tell = (topic: string) => push.publish({ topic, ids: [self] }).catch(() => {});
  return async () => {
    await tell(siteQuiet);
    const telling = setInterval(() => void tell(siteQuiet), tellEvery).unref();
    return async () => {
      clearInterval(telling);
      await tell(siteOpen);
    };
  };
}
