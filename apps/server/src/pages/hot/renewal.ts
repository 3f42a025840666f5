import type { HotType } from '@mojian/contract/pages/hot';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { NoAnswer } from '../../platform/outgoing/outgoing.ts';
import { ask, type Terms, type Whom } from './ask.ts';
import { Breaker } from './breaker.ts';
import { findCopy, upsertCopy } from './hot.queries.ts';
import { rank } from './rank.ts';
import { sources } from './sources/all.ts';
import type { Entry } from './sources/source.ts';

export type Hosts = Partial<Record<HotType, string>>;
type Parts = Terms & { db: Db; hosts: Hosts };

type Try = { at: number; answered: boolean };
const tried = new WeakMap<Db, Map<HotType, Try>>();

/** The last attempt of this process at each source. */
export function triesOf(db: Db): Map<HotType, Try> {
  const tries = tried.get(db) ?? new Map<HotType, Try>();
  tried.set(db, tries);
  return tries;
}

/** Fetches new copies: each source by one at a time, and not at all while it is left alone after failing. */
export function createRenewal({ db, hosts, ...terms }: Parts) {
  const breakers = new Map<string, Breaker>();
  const running = new Map<HotType, Promise<void>>();
  const failures = new Map<HotType, string>();

  async function renew(type: HotType) {
    const { hot } = await readSettings(db);
    const whom: Whom = hot.base ? { base: hot.base } : { host: hosts[type] ?? sources[type].host };
    const breaker = breakerOf(`${type} ${JSON.stringify(whom)}`); // a new address is a new chance
    if (breaker.isOpen) return;

    try {
      const entries = await ask(type, whom, terms);
      await db.transaction().execute((trx) => saveCopy(trx, type, entries, terms.now()));
      breaker.worked();
      failures.delete(type);
      triesOf(db).set(type, { at: terms.now(), answered: true });
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      breaker.failed();
      failures.set(type, error.message);
      triesOf(db).set(type, { at: terms.now(), answered: false });
    }
  }

  function breakerOf(name: string) {
    const breaker = breakers.get(name) ?? new Breaker(terms.now);
    breakers.set(name, breaker);
    return breaker;
  }

  return {
    /** Resolves as well when the source brings nothing, which is then noted. Rejects when the database is away. */
    renew(type: HotType) {
      const renewing = running.get(type) ?? renew(type).finally(() => running.delete(type));
      running.set(type, renewing);
      return renewing;
    },

    /** Why the last attempt brought nothing. */
    failureOf: (type: HotType) => failures.get(type) ?? null,
  };
}

async function saveCopy(trx: Trx, type: HotType, entries: Entry[], fetchedAt: number) {
  const before = await findCopy(trx, type);
  await upsertCopy(trx, type, { items: rank(entries, before?.items), fetchedAt });
  await enqueue(trx, 'drop-pages', { tags: ['hot'] });
}
