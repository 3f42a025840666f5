import type pg from 'pg';
import { connectPostgres } from '../postgres-client.ts';

/** Keys of our advisory locks in PostgreSQL. */
const runs = 7_310_001;
const isWorkedOn = 7_310_002;

/** Holds a shared lock on this connection while the process runs. Waits during a restore. */
export async function sayRunning(client: pg.Client) {
  await client.query('select pg_advisory_lock_shared($1)', [runs]);
}

export type SiteLock = {
  /** True when no process of the site runs; from then on none starts before `release`. */
  keepOut(): Promise<boolean>;
  release(): Promise<void>;
};

/** Takes the lock for a backup or restore of a PostgreSQL database; undefined while another holds it. */
export async function lockPostgres(url: string): Promise<SiteLock | undefined> {
  const client = await connectPostgres(url);
  const take = async (lock: number) => {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [lock]);
    return rows[0]?.taken === true;
  };
  if (await take(isWorkedOn)) return { keepOut: () => take(runs), release: () => client.end() };
  await client.end();
  return undefined;
}
