import { dialectOf } from '../dialect.ts';
import { snapshotPostgres } from './postgres-snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { snapshotSqlite } from './sqlite-snapshot.ts';

/** Opens a snapshot with a connection of its own. The site goes on writing. */
export async function openSnapshot(url: string): Promise<Snapshot> {
  return dialectOf(url) === 'postgres' ? snapshotPostgres(url) : snapshotSqlite(url);
}
