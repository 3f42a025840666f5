import type { Selectable } from 'kysely';
import type { Db, Schema, Trx } from '../db/schema.ts';

/** Does the work of one entry. Must be safe to run twice: a crash after the work and before its removal repeats it. */
export type Effect = (payload: never) => Promise<void>;

type Parts = {
  db: Db;
  effects: Record<string, Effect>;
  now?: () => number;
  onFailure?: (kind: string, error: unknown, attempts: number) => void;
};

type Entry = Selectable<Schema['outbox']>;

const attemptsAtMost = 12;
const batch = 50;
const lease = 60_000;

/** Writes an effect down in the transaction that causes it: it runs if, and only if, that commits. */
export async function enqueue(trx: Trx, kind: string, payload: unknown, dueAt = Date.now()) {
  await trx
    .insertInto('outbox')
    .values({ kind, payload: JSON.stringify(payload), dueAt, failure: null })
    .execute();
}

/** Runs what is due, oldest first, and retries with growing pauses. Several processes may share one table. */
export class Outbox {
  readonly #parts: Required<Parts>;

  constructor(parts: Parts) {
    this.#parts = { now: Date.now, onFailure: () => {}, ...parts };
  }

  /** Runs everything due and returns how many entries it took. */
  async run() {
    let taken = 0;
    for (let entries = await this.#take(); entries.length > 0; entries = await this.#take()) {
      taken += entries.length;
      for (const entry of entries) await this.#runOne(entry);
    }
    return taken;
  }

  /** Claims a batch for a minute by moving its due time, so that no other process runs it meanwhile. */
  async #take() {
    const { db, now } = this.#parts;
    const due = await db
      .selectFrom('outbox')
      .select(['id', 'dueAt'])
      .where('dueAt', '<=', now())
      .where('attempts', '<', attemptsAtMost)
      .orderBy('id')
      .limit(batch)
      .execute();

    const claimed = await Promise.all(
      due.map(({ id, dueAt }) =>
        db
          .updateTable('outbox')
          .set({ dueAt: now() + lease })
          .where('id', '=', id)
          .where('dueAt', '=', dueAt)
          .returningAll()
          .executeTakeFirst(),
      ),
    );
    return claimed.filter((entry) => entry !== undefined);
  }

  async #runOne({ id, kind, payload, attempts }: Entry) {
    const { db, effects, now, onFailure } = this.#parts;
    try {
      const effect = effects[kind];
      if (!effect) throw new Error(`没有名为 ${kind} 的后续处理`);
      await effect(JSON.parse(payload) as never);
      await db.deleteFrom('outbox').where('id', '=', id).execute();
    } catch (error) {
      const tried = attempts + 1;
      onFailure(kind, error, tried);
      const change = { attempts: tried, dueAt: now() + pauseAfter(tried), failure: String(error) };
      await db.updateTable('outbox').set(change).where('id', '=', id).execute();
    }
  }
}

/** 5 s, 10 s, 20 s … up to an hour. */
function pauseAfter(attempts: number) {
  return Math.min(5000 * 2 ** (attempts - 1), 3_600_000);
}
