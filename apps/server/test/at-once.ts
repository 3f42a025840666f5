import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db, Trx } from '../src/platform/db/schema.ts';

type Site = { db: Db; dialect: 'sqlite' | 'postgres' };

/**
 * Lets `first` commit only when `second` stands at its door: the race of two at once, made to happen. SQLite has them
 * queue for the one writer; PostgreSQL lets the second run on until it meets a lock.
 */
export async function atOnce(
  { db, dialect }: Site,
  first: (trx: Trx) => Promise<unknown>,
  second: () => Promise<unknown>,
) {
  const arrived = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (trx) => {
    await first(trx);
    arrived.resolve();
    await mayCommit.promise;
  });
  await arrived.promise;
  const coming = second();
  try {
    if (dialect === 'postgres') await untilSomebodyWaits(db);
  } finally {
    mayCommit.resolve();
  }
  return Promise.allSettled([holding, coming]);
}

function untilSomebodyWaits(db: Db) {
  const waiting = sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return expect.poll(async () => (await waiting.execute(db)).rows.length, { interval: 20 }).toBeGreaterThan(0);
}
