import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newDatabase } from '../../../../test/database.ts';
import { describeSchema } from '../../../../test/former/describe-schema.ts';
import { recordedBackup, recordedDatabase, recordedFolder } from '../../../../test/former/site.ts';
import { restoreSite } from '../../../operations/backups/restore.ts';
import { localStorage } from '../../storage/local-storage.ts';
import { type Dialect, dialectOf } from '../dialect.ts';
import { knownSteps, migrate, readMigrations } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import type { Db } from '../schema.ts';

/** Versions of which a site was written down by `npm run record`: those from 1.0.0 on. */
const recorded = readdirSync(recordedFolder).flatMap((file) => /^site-(.+)\.db\.gz$/.exec(file)?.slice(1) ?? []);
const released = recorded.filter((version) => version !== '0.2.0');

function opened(place: { url: string; remove: () => Promise<unknown> }) {
  const db = openDatabase(place.url);
  const end = async () => {
    await db.destroy();
    await place.remove();
  };
  return { db, url: place.url, dialect: dialectOf(place.url), end };
}

async function stepsOf(db: Db, dialect: Dialect) {
  const { pending } = await readMigrations(db, dialect);
  return knownSteps.filter((step) => !pending.includes(step));
}

async function expectWritten(db: Db) {
  const titles = await db
    .selectFrom('articles')
    .select('title')
    .where('title', 'in', written)
    .orderBy('title')
    .execute();
  expect(titles.map(({ title }) => title).sort()).toEqual([...written].sort());
  const { rows } = await sql<{ text: string }>`select text from says where text like ${'%今天下雨%'}`.execute(db);
  expect(rows).toHaveLength(1);
  for (const table of ['highlights', 'accessKeys', 'boardMessages', 'comments'] as const) {
    const found = await db.selectFrom(table).select(db.fn.countAll().as('rows')).executeTakeFirstOrThrow();
    expect(Number(found.rows), table).toBeGreaterThan(0);
  }
}
const written = ['凭口令读的一篇', '没写完的一篇', '器物'];

test('of each recorded version there are the database, the statements and the backup', () => {
  const files = readdirSync(recordedFolder);
  expect(recorded).toContain('0.2.0');
  for (const version of recorded)
    expect(files).toEqual(expect.arrayContaining([`site-${version}.postgres.sql`, `backup-${version}.zip`]));
});

test.each(released)('the migrations of %s are as they were released', async (version) => {
  const [site, fresh] = [await opened(await recordedDatabase(version)), await opened(await newDatabase())];
  const steps = await stepsOf(site.db, site.dialect);
  expect(steps).toEqual(knownSteps.slice(0, steps.length));
  await migrate(fresh.db, fresh.dialect, { to: steps.at(-1) });
  expect(await describeSchema(fresh.url)).toEqual(await describeSchema(site.url));
  for (const place of [site, fresh]) await place.end();
});

test.each(released)('a database of %s gets the schema of a new one and keeps what was written', async (version) => {
  const [site, fresh] = [await opened(await recordedDatabase(version)), await opened(await newDatabase())];
  for (const place of [site, fresh]) await migrate(place.db, place.dialect);
  expect(await describeSchema(site.url)).toEqual(await describeSchema(fresh.url));
  await expectWritten(site.db);
  for (const place of [site, fresh]) await place.end();
});

test.each(released)('a backup that %s made becomes a site of this version', { timeout: 120_000 }, async (version) => {
  const place = await newDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'mojian-released-'));
  const storage = localStorage(join(dataDir, 'files'));
  await restoreSite({ databaseUrl: place.url, dataDir, storage, siteUrl: 'https://b' }, recordedBackup(version));
  const restored = await opened(place);
  await expectWritten(restored.db);
  await restored.end();
  await rm(dataDir, { recursive: true, force: true });
});
