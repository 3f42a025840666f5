import { dirname } from 'node:path';
import { dialectOf } from '../dialect.ts';
import { connectPostgres } from '../postgres-client.ts';
import { sweepFolders } from './copy-folders.ts';
import { copySchema, newPostgresCopy, snapshotPostgres } from './postgres.ts';
import { type Copy, quoted, type Snapshot } from './snapshot.ts';
import { newSqliteCopy, snapshotSqlite } from './sqlite.ts';

/** Opens a snapshot on a connection of its own, while the site goes on writing. */
export async function openSnapshot(url: string): Promise<Snapshot> {
  return dialectOf(url) === 'postgres' ? snapshotPostgres(url) : snapshotSqlite(url);
}

/** Creates an empty copy that can replace the database at `url`. */
export function newCopy(url: string): Promise<Copy> {
  return dialectOf(url) === 'postgres' ? newPostgresCopy(url) : newSqliteCopy(dirname(url), url);
}

/** Removes copies left by a crash. No copy may be under construction. */
export async function sweepCopies(url: string) {
  if (dialectOf(url) === 'postgres') await sweepSchemas(url);
  else await sweepFolders(dirname(url));
}

async function sweepSchemas(url: string) {
  const client = await connectPostgres(url);
  try {
    const { rows } = await client.query(`select nspname as name from pg_namespace where starts_with(nspname, $1)`, [
      copySchema,
    ]);
    for (const { name } of rows as { name: string }[]) await client.query(`drop schema ${quoted(name)} cascade`);
  } finally {
    await client.end();
  }
}
