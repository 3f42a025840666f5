import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { PostgresClient } from '../db/postgres-client.ts';

/** `current`: calls so far in the window, this one among them; `ttl`: milliseconds until it ends. */
export type Count = { current: number; ttl: number };

type Waiting = { name: string; milliseconds: number; most: number; answer: (count: Count | undefined) => void };
type Named = { milliseconds: number; calls: Waiting[] };

/** Milliseconds a call waits for its number, and for which the database is left alone after it gave none. */
const answerWithin = 5000;
const restFor = 2000;
const sweepEvery = 30_000;
const rowsAtMost = 100_000;
const fullAtMost = 20_000;
const settings = { max: 1, idleTimeoutMillis: 0, query_timeout: 5000, Client: PostgresClient };

/**
 * Counts calls across the processes of a site on PostgreSQL, exactly: calls that arrive while a statement is under way
 * share the next one. Has a connection of its own, so that it answers while the pool is busy.
 */
export class SharedCounts {
  readonly #pool: pg.Pool;
  readonly #answerWithin: number;
  #waiting: Waiting[] = [];
  #isAsking = false;
  #restsUntil = 0;
  #sweptAt = performance.now();
  /** Names beyond their limit, until their window ends: a flood of refused calls asks the database nothing. */
  readonly #full = new LRUCache<string, number>({ max: fullAtMost });

  constructor(url: string, wait = answerWithin) {
    this.#answerWithin = wait;
    this.#pool = new pg.Pool({ ...settings, connectionString: url });
    this.#pool.on('error', () => {}); // the next statement connects again
  }

  /** Counts a call. Undefined without an answer in time: the caller then counts by itself. */
  count(name: string, milliseconds: number, most: number): Promise<Count | undefined> {
    const now = performance.now();
    const fullUntil = this.#full.get(name) ?? 0;
    if (fullUntil > now) return Promise.resolve({ current: most + 1, ttl: fullUntil - now });
    if (now < this.#restsUntil) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      let isAnswered = false;
      const giveUp = () => {
        if (isAnswered) return;
        this.#restsUntil = performance.now() + restFor;
        resolve(undefined);
      };
      // on a busy machine the answer may have arrived and wait to be read
      const timer = setTimeout(() => setImmediate(giveUp), this.#answerWithin);
      const answer = (count: Count | undefined) => {
        isAnswered = true;
        clearTimeout(timer);
        resolve(count);
      };
      this.#waiting.push({ name, milliseconds, most, answer });
      if (!this.#isAsking) void this.#askAll();
    });
  }

  close() {
    return this.#pool.end();
  }

  async #askAll() {
    this.#isAsking = true;
    while (this.#waiting.length > 0) {
      const calls = this.#waiting.splice(0);
      try {
        await this.#ask(calls);
        if (performance.now() - this.#sweptAt >= sweepEvery) await this.sweep();
      } catch {
        this.#restsUntil = performance.now() + restFor;
        for (const { answer } of calls) answer(undefined);
      }
    }
    this.#isAsking = false;
  }

  async #ask(calls: Waiting[]) {
    const names = new Map<string, Named>();
    for (const call of calls) {
      const named = names.get(call.name) ?? { milliseconds: call.milliseconds, calls: [] };
      named.calls.push(call);
      names.set(call.name, named);
    }
    const all = [...names];
    const { rows } = await this.#pool.query<{ name: string; hits: number; left: number }>(add, [
      all.map(([name]) => name),
      all.map(([, named]) => named.calls.length),
      all.map(([, { milliseconds }]) => milliseconds),
    ]);
    for (const { name, hits, left } of rows)
      this.#answer(name, names.get(name)?.calls ?? [], hits, Math.max(1, Number(left)));
  }

  #answer(name: string, calls: Waiting[], hits: number, ttl: number) {
    for (const [index, { answer, most }] of calls.entries()) {
      const current = hits - calls.length + 1 + index;
      if (current > most) this.#full.set(name, performance.now() + ttl);
      answer({ current, ttl });
    }
  }

  /** Deletes ended windows, and beyond `most` rows those with the fewest calls: a flood of addresses evicts itself. */
  async sweep(most = rowsAtMost) {
    this.#sweptAt = performance.now();
    await this.#pool.query(`delete from "callCounts" where "resetsAt" <= ${now}`);
    await this.#pool.query(
      `delete from "callCounts" where name in
        (select name from "callCounts" order by hits desc, "resetsAt" desc offset $1)`,
      [most],
    );
  }
}

/** The database's clock, which all processes share. */
const now = `(extract(epoch from statement_timestamp()) * 1000)::bigint`;

/** Adds in the order of names, so that two processes that count the same ones never deadlock. */
const add = `insert into "callCounts" as known (name, hits, "resetsAt")
  select name, hits, ${now} + milliseconds
    from unnest($1::text[], $2::int[], $3::bigint[]) as calls (name, hits, milliseconds) order by name
  on conflict (name) do update set
    hits = case when known."resetsAt" <= ${now} then excluded.hits else known.hits + excluded.hits end,
    "resetsAt" = case when known."resetsAt" <= ${now} then excluded."resetsAt" else known."resetsAt" end
  returning name, hits, "resetsAt" - ${now} as left`;
