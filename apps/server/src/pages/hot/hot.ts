import { type HotItem, type HotList, type HotType, hotOverviewItems, hotTypes } from '@mojian/contract/pages/hot';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { Breaker } from '../../platform/outgoing/breaker.ts';
import { type Limits, NoAnswer } from '../../platform/outgoing/outgoing.ts';
import { askHotSource, type Terms, type Whom } from './fetch-hot.ts';
import type { Entry } from './sources/source.ts';
import { sources } from './sources/sources.ts';

export type HotDeps = {
  db: Db;
  /** Replaces the sources' hosts in tests. */
  hosts?: Hosts;
  now?: () => number;
  limits?: Limits;
};

const maxAgeMs = 10 * 60_000;

/** Hot search: the last good copy of each source is stored in the database and refreshed when stale. */
export function createHot({ db, hosts = {}, now = Date.now, limits }: HotDeps) {
  const { renew, failureOf } = createRenewal({ db, hosts, now, limits });
  // Absolute, so that a clock set back does not keep a copy fresh forever.
  const isFresh = (copy: Copy | undefined) => copy !== undefined && Math.abs(now() - copy.fetchedAt) < maxAgeMs;

  const show = (type: HotType, copy: Copy | undefined): HotList => ({
    type,
    name: sources[type].name,
    updatedAt: copy ? new Date(copy.fetchedAt).toISOString() : null,
    stale: copy !== undefined && !isFresh(copy),
    age: copy ? Math.max(0, Math.floor((now() - copy.fetchedAt) / 1000)) : null,
    failure: isFresh(copy) ? null : failureOf(type),
    items: copy?.items ?? [],
  });

  return {
    /** Refreshes a stale copy first, within the limits. */
    async list(type: HotType) {
      const copy = await findCopy(db, type);
      if (isFresh(copy)) return show(type, copy);
      await renew(type);
      return show(type, await findCopy(db, type));
    },

    /** Shows the top of each copy at once; stale ones are refreshed in the background. */
    async overview() {
      const copies = await listCopies(db);
      const aged = hotTypes.filter((type) => !isFresh(copies.get(type)));
      for (const type of aged) renew(type).catch(() => {}); // the database is unreachable, which the next call reports
      return hotTypes.map((type) => {
        const list = show(type, copies.get(type));
        return { ...list, items: list.items.slice(0, hotOverviewItems) };
      });
    },
  };
}

type Hosts = Partial<Record<HotType, string>>;
type RefreshDeps = Terms & { db: Db; hosts: Hosts };

type Try = { at: number; answered: boolean };
const tried = new WeakMap<Db, Map<HotType, Try>>();

function triesOf(db: Db): Map<HotType, Try> {
  const tries = tried.get(db) ?? new Map<HotType, Try>();
  tried.set(db, tries);
  return tries;
}

/** Refreshes copies: one request per source at a time, none while its breaker is open. */
function createRenewal({ db, hosts, ...terms }: RefreshDeps) {
  const breakers = new Map<string, Breaker>();
  const running = new Map<HotType, Promise<void>>();
  const failures = new Map<HotType, string>();

  async function renew(type: HotType) {
    const { hot } = await readSettings(db);
    const whom: Whom = hot.base ? { base: hot.base } : { host: hosts[type] ?? sources[type].host };
    const breaker = breakerOf(`${type} ${JSON.stringify(whom)}`); // a changed address resets the breaker
    if (breaker.isOpen) return;

    try {
      const entries = await askHotSource(type, whom, terms);
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
    /** Resolves on a source's failure too, recording it; rejects when the database is down. */
    renew(type: HotType) {
      const renewing = running.get(type) ?? renew(type).finally(() => running.delete(type));
      running.set(type, renewing);
      return renewing;
    },

    failureOf: (type: HotType) => failures.get(type) ?? null,
  };
}

async function saveCopy(trx: Trx, type: HotType, entries: Entry[], fetchedAt: number) {
  const before = await findCopy(trx, type);
  await upsertCopy(trx, type, { items: rank(entries, before?.items), fetchedAt });
  await enqueue(trx, 'drop-pages', { tags: ['hot'] });
}

/** Adds the change of rank since the previous copy. */
function rank(entries: Entry[], before: HotItem[] | undefined): HotItem[] {
  const former = before && new Map(before.map(({ url, rank }) => [url, rank]));
  return entries.map((entry, place) => {
    const rank = place + 1;
    const was = former?.get(entry.url);
    return { rank, ...entry, change: former ? (was === undefined ? 'new' : was - rank) : null };
  });
}

const silentAfter = 2 * 3_600_000;

/**
 * Reports the last attempt and failing sources, from this process's attempts or the stored copies: one hours older than
 * the newest has failed. `triedAt` 0: none yet.
 */
export async function sourceHealth(db: Db) {
  const copies = await listCopies(db);
  const tries = triesOf(db);
  const newest = Math.max(0, ...[...copies.values()].map(({ fetchedAt }) => fetchedAt));
  const isSilent = (type: (typeof hotTypes)[number]) => {
    const tried = tries.get(type);
    const copiedAt = copies.get(type)?.fetchedAt ?? 0;
    return tried && tried.at >= copiedAt ? !tried.answered : newest - copiedAt > silentAfter;
  };
  const triedAt = Math.max(newest, ...[...tries.values()].map(({ at }) => at));
  const silent = triedAt === 0 ? [] : hotTypes.filter(isSilent).map((type) => sources[type].name);
  return { triedAt, silent, all: hotTypes.length };
}

type Copy = { items: HotItem[]; fetchedAt: number };

async function findCopy(db: Db, source: HotType): Promise<Copy | undefined> {
  const row = await db.selectFrom('hotCopies').selectAll().where('source', '=', source).executeTakeFirst();
  return row && { items: JSON.parse(row.items) as HotItem[], fetchedAt: row.fetchedAt };
}

async function listCopies(db: Db): Promise<Map<string, Copy>> {
  const rows = await db.selectFrom('hotCopies').selectAll().execute();
  return new Map(rows.map(({ source, items, fetchedAt }) => [source, { items: JSON.parse(items), fetchedAt }]));
}

async function upsertCopy(trx: Trx, source: HotType, { items, fetchedAt }: Copy) {
  const copy = { items: JSON.stringify(items), fetchedAt };
  await trx
    .insertInto('hotCopies')
    .values({ source, ...copy })
    .onConflict((taken) => taken.column('source').doUpdateSet(copy))
    .execute();
}
