import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../schema.ts';

/** Keys of our advisory locks in PostgreSQL: shared by every running process; held by the one backup or restore. */
const runningKey = 7_310_001;
const backupKey = 7_310_002;

/** Marks this process as running, by a shared lock its connection holds. Waits during a restore. */
export async function takeRunningLock(client: pg.Client) {
  await client.query('select pg_advisory_lock_shared($1)', [runningKey]);
}

/** Name in PostgreSQL of the connection that says a process runs. */
export const processName = (name: string) => `${named}${name}`;
const named = 'mojian ';

/** Running processes of the site with their start times, this one among them, from the names of their connections. */
export async function listProcesses(db: Db) {
  const { rows } = await sql<{ name: string; since: number }>`
    select substr(application_name, ${named.length + 1}) as name,
      (extract(epoch from backend_start) * 1000)::bigint as since
    from pg_stat_activity where starts_with(application_name, ${named}) and datname = current_database()
      and pid in (select pid from pg_locks where locktype = 'advisory' and objid = ${runningKey} and granted)
    order by name, since`.execute(db);
  return rows;
}

export type SiteLock = {
  /** Takes the running lock alone: true when no process of the site runs; from then on none starts before `release`. */
  keepOut(): Promise<boolean>;
  release(): Promise<void>;
};

/** Takes the lock for a backup or restore of a PostgreSQL database; undefined while another holds it. */
export async function lockPostgres(url: string): Promise<SiteLock | undefined> {
  const { connectPostgres } = await import('../postgres-client.ts');
  const client = await connectPostgres(url);
  const take = async (key: number) => {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [key]);
    return rows[0]?.taken === true;
  };
  if (await take(backupKey)) return { keepOut: () => take(runningKey), release: () => client.end() };
  await client.end();
  return undefined;
}
