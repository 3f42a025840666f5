import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { dialectOf } from '../../src/platform/db/dialect.ts';
import { newDatabase } from '../database.ts';

/**
 * A small site as the program of version 0.2.0 wrote it, a file for SQLite and statements for PostgreSQL, and a backup that
 * it made of the same: articles of all states, what else members write, and what was stored in another way at the time.
 */
export async function formerDatabase() {
  const place = await newDatabase();
  if (dialectOf(place.url) === 'sqlite') {
    await writeFile(place.url, gunzipSync(await readFile(new URL('site-0.2.0.db.gz', import.meta.url))));
    return place;
  }
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  try {
    await client.query(await readFile(new URL('site-0.2.0.postgres.sql', import.meta.url), 'utf8'));
  } finally {
    await client.end();
  }
  return place;
}

export const formerBackup = fileURLToPath(new URL('backup-0.2.0.zip', import.meta.url));
