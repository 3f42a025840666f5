import type { Selectable, SelectQueryBuilder } from 'kysely';
import { compiledOnce } from '../db/compiled.ts';
import type { Db, Schema, Trx } from '../db/schema.ts';

/** Performs one entry. Must be safe to run twice: a crash before its removal repeats it. */
export type Effect = (payload: never) => Promise<void>;

/** Performs all due entries of its kind in one batch, which succeeds or fails as a whole. */
type GatheredEffect = { together: (payloads: never[]) => Promise<void> };

export type Effects = Record<string, Effect | GatheredEffect>;

type Deps = {
  db: Db;
  /** A function loads them when the first entry is due. */
  effects: Effects | (() => Promise<Effects>);
  now?: () => number;
  /** Monotonic clock in milliseconds. */
  steady?: () => number;
  /** Kinds with a due time chosen by a person, however far away; others wait an hour at most. */
  appointed?: string[];
  onFailure?: (kind: string, error: unknown, attempts: number) => void;
};

type Entry = Selectable<Schema['outbox']>;

/** Attempts after which an entry waits for staff. */
export const attemptsAtMost = 12;
const batch = 50;
const lease = 60_000;
const longestPause = 3_600_000;

/** Queues an effect in the transaction that causes it: it runs if, and only if, that commits. */
export async function enqueue(trx: Trx, kind: string, payload: unknown, dueAt = Date.now()) {
  await insertEntry(trx, { kind, payload: JSON.stringify(payload), dueAt });
}

const insertEntry = compiledOnce((db, { kind, payload, dueAt }: Pick<Entry, 'kind' | 'payload' | 'dueAt'>) =>
  db.insertInto('outbox').values({ kind, payload, dueAt, failure: null }),
);

/** Queues an effect that may still be waiting, to be tried, or given up: then that entry is due at once. */
export async function enqueueAgain(trx: Trx, kind: string, payload: unknown) {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set({ attempts: 0, dueAt: Date.now() })
    .where('kind', '=', kind)
    .where('payload', '=', JSON.stringify(payload))
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) === 0) await enqueue(trx, kind, payload);
}

/**
 * Runs due entries, oldest first per kind, and retries with growing delays. A slow kind does not block the others.
 * Several processes may share the table.
 */
export class Outbox {
  readonly #deps: Required<Deps>;
  readonly #rounds = new Set<Promise<number>>();
  /** Entries running in this process, never claimed again whatever the clock says. */
  readonly #underWay = new Set<number>();
  #isClosing = false;
  #offset: number | undefined;
  #restsUntil = 0;

  constructor(deps: Deps) {
    const steady = deps.now ?? (() => performance.now());
    this.#deps = { now: Date.now, steady, appointed: [], onFailure: () => {}, ...deps };
  }

  /** Runs all due entries and returns their number. */
  async run() {
    const round = this.#runRound();
    this.#rounds.add(round);
    try {
      return await round;
    } finally {
      this.#rounds.delete(round);
    }
  }

  /** Stops starting effects and waits for running ones. */
  async close() {
    this.#isClosing = true;
    await Promise.allSettled(this.#rounds);
  }

  /** Starts effects again after `close`. */
  reopen() {
    this.#isClosing = false;
  }

  async #runRound() {
    let taken = 0;
    for (let entries = await this.#take(); entries.length > 0; entries = await this.#take()) {
      taken += entries.length;
      const kinds = Map.groupBy(entries, ({ kind }) => kind);
      await Promise.all([...kinds].map(([kind, ofOneKind]) => this.#runKind(kind, ofOneKind)));
    }
    return taken;
  }

  /** Claims a batch for a minute by moving its due time, so that no other process runs it meanwhile. */
  async #take() {
    if (this.#isClosing || this.#isResting()) return [];
    const { db, now, appointed } = this.#deps;
    const time = { now: now(), far: now() + longestPause + lease };
    const due = await listDue(db, { ...time, appointed: ['', ...appointed], underWay: [0, ...this.#underWay] });
    const claimed = await Promise.all(due.map((entry) => this.#claim(entry)));
    return claimed.filter((entry) => entry !== undefined);
  }

  /** After a change of the clock, earlier claims look expired or endless: wait until real ones have expired. */
  #isResting() {
    const { now, steady } = this.#deps;
    const offset = now() - steady();
    if (this.#offset !== undefined && Math.abs(offset - this.#offset) > lease / 2) this.#restsUntil = steady() + lease;
    this.#offset = offset;
    return steady() < this.#restsUntil;
  }

  async #claim({ id, dueAt }: Pick<Entry, 'id' | 'dueAt'>) {
    const { db, now } = this.#deps;
    const [claimed] = await claimEntry(db, { id, dueAt, until: now() + lease });
    return claimed;
  }

  async #runKind(kind: string, entries: Entry[]) {
    const { effects } = this.#deps;
    const effect = (typeof effects === 'function' ? await effects() : effects)[kind];
    if (typeof effect === 'object') return this.#runTogether(effect, entries);
    const deleting: Promise<void>[] = [];
    for (const entry of entries) {
      if (this.#isClosing) break;
      if (await this.#isStillOurs(entry)) deleting.push((await this.#runOne(entry, effect)).settled);
    }
    await Promise.all(deleting);
  }

  async #runTogether({ together }: GatheredEffect, entries: Entry[]) {
    if (this.#isClosing) return;
    const ids = entries.map(({ id }) => id);
    for (const id of ids) this.#underWay.add(id);
    try {
      await together(entries.map(({ payload }) => JSON.parse(payload) as never));
      await this.#deletePerformed(entries);
    } catch (error) {
      for (const entry of entries) await this.#tryLater(entry, error);
    } finally {
      for (const id of ids) this.#underWay.delete(id);
    }
  }

  /** Renews the claim when slow entries before it may have used it up; false if another process took it. */
  async #isStillOurs(entry: Entry) {
    const left = entry.dueAt - this.#deps.now();
    if (left > lease / 2 && left <= lease) return true;
    return (await this.#claim(entry)) !== undefined;
  }

  /** Performs an entry. `settled`: its row is gone or due later, which the next entry need not wait for. */
  async #runOne(entry: Entry, effect: Effect | undefined) {
    this.#underWay.add(entry.id);
    const end = () => void this.#underWay.delete(entry.id);
    try {
      if (!effect) throw new Error(`没有名为 ${entry.kind} 的后续处理`);
      await effect(JSON.parse(entry.payload) as never);
    } catch (error) {
      return { settled: this.#tryLater(entry, error).finally(end) };
    }
    return { settled: this.#deletePerformed([entry]).finally(end) };
  }

  /** Deletes what was performed; if that fails it is tried again later, as if it had not been. */
  async #deletePerformed(entries: Entry[]) {
    const ids = entries.map(({ id }) => id);
    try {
      await deleteEntries(this.#deps.db, { ids });
    } catch (error) {
      for (const entry of entries) await this.#tryLater(entry, error);
    }
  }

  async #tryLater({ id, kind, attempts }: Entry, error: unknown) {
    const { db, now, onFailure } = this.#deps;
    const tried = attempts + 1;
    onFailure(kind, error, tried);
    const change = { attempts: tried, dueAt: now() + pauseAfter(tried), failure: String(error) };
    await db.updateTable('outbox').set(change).where('id', '=', id).execute();
  }
}

type Due = { now: number; far: number; appointed: string[]; underWay: number[] };

const listDue = compiledOnce((db, { now, far, appointed, underWay }: Due) =>
  db
    .selectFrom('outbox')
    .select(['id', 'dueAt'])
    .where(({ or, and, eb }) =>
      or([
        eb('dueAt', '<=', now),
        // queued before the clock was set back: otherwise due far in the future
        and([eb('dueAt', '>', far), eb('kind', 'not in', appointed)]),
      ]),
    )
    .where('attempts', '<', attemptsAtMost)
    .where('id', 'not in', underWay)
    .orderBy('id')
    .limit(batch),
);

const claimEntry = compiledOnce((db, { id, dueAt, until }: Pick<Entry, 'id' | 'dueAt'> & { until: number }) =>
  db.updateTable('outbox').set({ dueAt: until }).where('id', '=', id).where('dueAt', '=', dueAt).returningAll(),
);

const deleteEntries = compiledOnce((db, { ids }: { ids: number[] }) => db.deleteFrom('outbox').where('id', 'in', ids));

/** Retry delay: 5 s, 10 s, 20 s … up to an hour. */
function pauseAfter(attempts: number) {
  return Math.min(5000 * 2 ** (attempts - 1), longestPause);
}

type OutboxFilter = { state: 'all' | 'waiting' | 'failing' | 'given-up'; kind: string };
type Slice = { limit: number; offset: number };

/** Lists entries, most attempts first. */
export function listEntries(db: Db, filter: OutboxFilter, { limit, offset }: Slice) {
  return within(db.selectFrom('outbox'), filter)
    .select(['id', 'kind', 'payload', 'attempts', 'dueAt', 'failure'])
    .orderBy('attempts', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Counts entries of a filter. */
export async function countEntries(db: Db, filter: OutboxFilter) {
  const { count } = await within(db.selectFrom('outbox'), filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts entries by state: waiting, retrying, given up. */
export async function countEntriesByState(db: Db) {
  const count = (state: OutboxFilter['state']) => countEntries(db, { state, kind: '' });
  const [waiting, failing, over] = await Promise.all([count('waiting'), count('failing'), count('given-up')]);
  return { waiting, failing, over };
}

/** Due time of the entry that has waited longest and will still be tried; undefined without one. */
export async function oldestDue(db: Db) {
  const row = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.min('dueAt').as('dueAt'))
    .where('attempts', '<', attemptsAtMost)
    .executeTakeFirst();
  return row?.dueAt ?? undefined;
}

/** Finds an entry; undefined once done. */
export function findEntry(trx: Trx, id: number) {
  return trx.selectFrom('outbox').select(['id', 'kind', 'attempts', 'failure']).where('id', '=', id).executeTakeFirst();
}

/** Resets an entry, to be tried at `dueAt`. */
export async function tryAgain(trx: Trx, id: number, dueAt: number) {
  await trx.updateTable('outbox').set({ attempts: 0, dueAt }).where('id', '=', id).execute();
}

export async function deleteEntry(trx: Trx, id: number) {
  await deleteEntries(trx, { ids: [id] });
}

function within<Output>(rows: SelectQueryBuilder<Schema, 'outbox', Output>, { state, kind }: OutboxFilter) {
  const ofKind = kind === '' ? rows : rows.where('kind', '=', kind);
  if (state === 'waiting') return ofKind.where('attempts', '=', 0);
  if (state === 'failing') return ofKind.where('attempts', '>', 0).where('attempts', '<', attemptsAtMost);
  return state === 'given-up' ? ofKind.where('attempts', '>=', attemptsAtMost) : ofKind;
}
