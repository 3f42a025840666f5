import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newDatabase } from '../../../../test/database.ts';
import { expectUpgraded } from '../../../../test/former/expect-upgraded.ts';
import { formerDatabase } from '../../../../test/former/site.ts';
import { loadSettings } from '../../../core/settings/settings.ts';
import { keepFeedOrigin, readFeedIds } from '../../../pages/feeds/feed-ids.ts';
import { readStructure } from '../copies/postgres-structure.ts';
import { type Dialect, dialectOf } from '../dialect.ts';
import { knownSteps, migrate, NewerDatabase, readMigrations } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { connectPostgres } from '../postgres-client.ts';
import type { Db } from '../schema.ts';
import { readTable } from './former/align.ts';

let place: Awaited<ReturnType<typeof newDatabase>>;
let db: Db;
let dialect: Dialect;
beforeEach(async () => {
  place = await formerDatabase();
  db = openDatabase(place.url);
  dialect = dialectOf(place.url);
});
afterEach(async () => {
  await db.destroy();
  await place.remove();
});

/** Columns, keys, indexes and triggers, in an order of their own: columns that were added later come last. */
async function describe(url: string) {
  if (dialectOf(url) === 'postgres') {
    const client = await connectPostgres(url);
    const statements = await readStructure(client);
    await client.end();
    return statements
      .map((statement) => (/^create (unlogged )?table/.test(statement) ? sorted(statement) : statement))
      .sort();
  }
  const database = new DatabaseSync(url, { readOnly: true });
  const own = database.prepare(`select name, sql from sqlite_master where sql is not null order by name`).all();
  database.close();
  return own.map(({ name, sql }) => `${name} ${sorted(plain(String(sql)))}`);
}

const sorted = (statement: string) =>
  /^create (?:unlogged )?table/i.test(statement)
    ? readTable(statement)
        .columns.map(({ definition }) => definition)
        .sort()
        .join('\n')
    : statement;
/** SQLite keeps statements as they were written: names in quotes or not, the default before or after. */
const plain = (statement: string) =>
  statement
    .replace(/"([a-z]+)"/gi, '$1')
    .replace(/\s+/g, ' ')
    .replace(/default ('[^']*'|\d+) not null/g, 'not null default $1')
    .replace(/^CREATE (UNIQUE )?(TABLE|INDEX|TRIGGER)/, (words) => words.toLowerCase());

test('a database of 0.2.0 gets the schema of a new one', async () => {
  expect((await readMigrations(db, dialect)).pending).toEqual(knownSteps);
  await migrate(db, dialect);
  const fresh = await newDatabase();
  const other = openDatabase(fresh.url);
  await migrate(other, dialect);
  await other.destroy();
  expect(await describe(place.url)).toEqual(await describe(fresh.url));
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
  const before = await describe(place.url);
  await expect(migrate(db, dialect)).rejects.toThrow(NewerDatabase);
  expect(await describe(place.url)).toEqual(before);
});
