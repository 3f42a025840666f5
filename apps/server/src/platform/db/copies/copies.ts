import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dialectOf } from '../dialect.ts';
import { connectPostgres } from '../postgres-client.ts';
import { copySchema, newPostgresCopy, snapshotPostgres } from './postgres.ts';
import { type Copy, quoted, type Snapshot } from './snapshot.ts';
import { copyFolder, newSqliteCopy, snapshotSqlite } from './sqlite.ts';

/** Opens a snapshot with a connection of its own. The site goes on writing. */
export async function openSnapshot(url: string): Promise<Snapshot> {
  return dialectOf(url) === 'postgres' ? snapshotPostgres(url) : snapshotSqlite(url);
}

/** An empty copy that can take the place of the database at `url`. */
export function newCopy(url: string): Promise<Copy> {
  return dialectOf(url) === 'postgres' ? newPostgresCopy(url) : newSqliteCopy(dirname(url), url);
}

/** Removes what a crash left of copies. Nobody may be making one. */
export async function sweepCopies(url: string) {
  if (dialectOf(url) === 'postgres') await sweepSchemas(url);
  else await sweepFolders(dirname(url));
}

/** Removes copies a crash left below a folder. */
export async function sweepFolders(folder: string) {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(copyFolder)))
    await rm(join(folder, name), { recursive: true, force: true });
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
