import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDatabase } from '../../../test/database.ts';
import { fillFully } from '../../../test/full-site.ts';
import { storedRows } from '../../../test/stored-rows.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { knownSteps, migrate } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open.ts';
import type { Db } from '../../platform/db/schema.ts';
import { createSearch } from '../../platform/search/search.ts';
import { localStorage } from '../../platform/storage/local-storage.ts';
import { fillFirstSite } from '../sample/fill.ts';
import {
  asidePlace,
  copyForTrial,
  dropAside,
  dropSaved,
  putBack,
  readSteps,
  removeTrial,
  saveDatabase,
  savedPlace,
} from './data.ts';

const slow = { timeout: 120_000 };

let dataDir: string;
let server: Awaited<ReturnType<typeof newDatabase>>;
let place: { dataDir: string; databaseUrl: string };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mojian-data-'));
  await mkdir(join(dataDir, 'upgrades'));
  server = await newDatabase();
  const isPostgres = dialectOf(server.url) === 'postgres';
  place = { dataDir, databaseUrl: isPostgres ? server.url : join(dataDir, 'mojian.db') };
  await work(async (db) => {
    const dialect = dialectOf(place.databaseUrl);
    await migrate(db, dialect);
    const deps = { db, search: createSearch(dialect), siteUrl: 'https://mojian.example' };
    await fillFirstSite({ ...deps, config: { ...deps, sampleContent: true } });
    await fillFully({ ...deps, storage: localStorage(join(dataDir, 'files')) }, 50);
  });
}, 300_000);
afterAll(async () => {
  await server.remove();
  await rm(dataDir, { recursive: true, force: true });
});

async function work<Result>(run: (db: Db) => Promise<Result>, url = place.databaseUrl) {
  const db = openDatabase(url);
  try {
    return await run(db);
  } finally {
    await db.destroy();
  }
}

const write = (views: number) =>
  work((db) =>
    db
      .insertInto('visitDays')
      .values({ day: `1999-01-0${views}`, views })
      .execute(),
  );
const written = (url?: string) =>
  work(async (db) => {
    const days = await db.selectFrom('visitDays').select('views').where('day', '<', '2000').orderBy('day').execute();
    return days.map(({ views }) => views);
  }, url);

/** A newer version adds a table and a migration of its own. */
const growSchema = () =>
  work(async (db) => {
    await db.schema.createTable('grown').addColumn('id', 'integer').execute();
    await db
      .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
      .insertInto('kysely_migration')
      .values({ name: '999-grown', timestamp: '' })
      .execute();
  });

test('the earlier database is restored with its search, and the newer data stays aside', slow, async () => {
  const before = await storedRows(place.databaseUrl);
  await saveDatabase(place, '0.2.0');
  await growSchema();
  await write(1);

  let isAside = false;
  const onAside = async () => {
    isAside = true;
  };
  await putBack(place, { from: '0.2.0', to: '0.2.1', keepsAside: true, isAside, onAside });
  expect(isAside).toBe(true);
  expect(await storedRows(place.databaseUrl)).toEqual(before);
  expect(await readSteps(place.databaseUrl)).toEqual(knownSteps);
  expect(await written(asidePlace(place, '0.2.1'))).toEqual([1]);
  expect(await readSteps(asidePlace(place, '0.2.1'))).toEqual([...knownSteps, '999-grown']);
  const found = await work(async (db) => createSearch(dialectOf(place.databaseUrl)).size(db));
  expect(found).toBeGreaterThan(0);

  await putBack(place, { from: '0.2.0', to: '0.2.1', keepsAside: true, isAside, onAside }); // interrupted, and done again
  expect(await storedRows(place.databaseUrl)).toEqual(before);
  expect(await written(asidePlace(place, '0.2.1'))).toEqual([1]);
  await write(2); // ids and constraints work as before
  expect(await written()).toEqual([2]);
  await dropAside(place, '0.2.1');
  await dropSaved(place, '0.2.0');
  await work((db) => db.deleteFrom('visitDays').execute());
});

test('a trial gets a copy of its own that leaves nothing behind', slow, async () => {
  await write(1);
  const copy = await copyForTrial(place);
  const url = copy.databaseUrl ?? join(copy.dataDir, 'mojian.db');
  expect(await storedRows(url)).toEqual(await storedRows(place.databaseUrl));
  await work((db) => db.deleteFrom('visitDays').execute(), url);
  expect(await written()).toEqual([1]);
  await removeTrial(place);
  await work((db) => db.deleteFrom('visitDays').execute());
  expect((await readdir(dataDir)).includes('files')).toBe(true);
  expect(await readdir(join(dataDir, 'upgrades'))).toEqual([]);
});

test('saving the database again replaces the saved one', slow, async () => {
  await write(1);
  await saveDatabase(place, '0.2.0');
  await write(2);
  await saveDatabase(place, '0.2.0');
  expect(await written(savedPlace(place, '0.2.0'))).toEqual([1, 2]);
});
