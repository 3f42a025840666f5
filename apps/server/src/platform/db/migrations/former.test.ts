import { afterEach, beforeEach, expect, test } from 'vitest';
import { newDatabase } from '../../../../test/database.ts';
import { describeSchema } from '../../../../test/former/describe-schema.ts';
import { expectUpgraded } from '../../../../test/former/expect-upgraded.ts';
import { recordedDatabase } from '../../../../test/former/site.ts';
import { loadSettings } from '../../../core/settings/settings.ts';
import { keepFeedOrigin, readFeedIds } from '../../../pages/feeds/feed-ids.ts';
import { type Dialect, dialectOf } from '../dialect.ts';
import { knownSteps, migrate, NewerDatabase, readMigrations } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import type { Db } from '../schema.ts';

let place: Awaited<ReturnType<typeof newDatabase>>;
let db: Db;
let dialect: Dialect;
beforeEach(async () => {
  place = await recordedDatabase('0.2.0');
  db = openDatabase(place.url);
  dialect = dialectOf(place.url);
});
afterEach(async () => {
  await db.destroy();
  await place.remove();
});

test('a database of 0.2.0 gets the schema of a new one', async () => {
  expect((await readMigrations(db, dialect)).pending).toEqual(knownSteps);
  await migrate(db, dialect);
  const fresh = await newDatabase();
  const other = openDatabase(fresh.url);
  await migrate(other, dialect);
  await other.destroy();
  expect(await describeSchema(place.url)).toEqual(await describeSchema(fresh.url));
  await fresh.remove();
  expect(await readMigrations(db, dialect)).toEqual({ pending: [], unknown: [] });
  await migrate(db, dialect);
});

test('what a site of 0.2.0 held is there as this version stores it', async () => {
  await migrate(db, dialect);
  await expectUpgraded(db, dialect);
});

test('what the owner chose stays: modes of comments, a theme, addresses by number', async () => {
  const choose = (name: string, value: object) =>
    db
      .insertInto('settings')
      .values({ name, value: JSON.stringify(value) })
      .onConflict((rows) => rows.column('name').doUpdateSet({ value: JSON.stringify(value) }))
      .execute();
  await choose('features', { comments: 'review', registration: 'closed' });
  await choose('look', { theme: 'dark' });
  await choose('writing', { slugs: false });
  await migrate(db, dialect);
  const { features, look } = await loadSettings(db);
  expect({ ...features, ...look }).toMatchObject({ comments: 'review', registration: 'closed', theme: 'dark' });
  await keepFeedOrigin(db, 'https://old.example');
  const { entry } = await readFeedIds(db, 'https://new.example', [1]);
  expect(entry(1)).toBe('https://old.example/article/1');
});

test('a database of a version before 0.2.0, or of steps out of order, is refused and not changed', async () => {
  const steps = db.withTables<{ kysely_migration: { name: string } }>();
  await steps.deleteFrom('kysely_migration').where('name', '=', '019-processes').execute();
  const before = await describeSchema(place.url);
  await expect(migrate(db, dialect)).rejects.toThrow(NewerDatabase);
  expect(await describeSchema(place.url)).toEqual(before);
});
