import type pg from 'pg';
import { connectPostgres } from '../postgres-client.ts';

/** Numbers of our own among the advisory locks of a PostgreSQL. */
const runs = 7_310_001;
const isWorkedOn = 7_310_002;

/** Says on a connection that a process of the site runs, as long as it is open. Waits while a restore takes its turn. */
export async function sayRunning(client: pg.Client) {
  await client.query('select pg_advisory_lock_shared($1)', [runs]);
}

export type SiteLock = {
  /** Whether no process of the site runs. From then on none starts before `release`. */
  keepOut(): Promise<boolean>;
  release(): Promise<void>;
};

/** For the one backup or restore of a PostgreSQL database at a time: nothing while another is at work. */
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
