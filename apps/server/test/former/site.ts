import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { dialectOf } from '../../src/platform/db/dialect.ts';
import { newDatabase } from '../database.ts';

/**
 * A small site as the program of a version wrote it, a file for SQLite and statements for PostgreSQL, and a backup that it
 * made of the same. That of 0.2.0 was made by hand: articles of all states, what else members write, and what was stored in
 * another way at the time. Later ones are made by `record.ts`.
 */
export async function recordedDatabase(version: string) {
  const place = await newDatabase();
  if (dialectOf(place.url) === 'sqlite') {
    await writeFile(place.url, gunzipSync(await readFile(new URL(`site-${version}.db.gz`, import.meta.url))));
    return place;
  }
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  try {
    await client.query(await readFile(new URL(`site-${version}.postgres.sql`, import.meta.url), 'utf8'));
  } finally {
    await client.end();
  }
  return place;
}

export const recordedBackup = (version: string) => fileURLToPath(new URL(`backup-${version}.zip`, import.meta.url));

export const recordedFolder = fileURLToPath(new URL('.', import.meta.url));
