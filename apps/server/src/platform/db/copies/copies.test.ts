import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newDatabase, testDatabase } from '../../../../test/database.ts';
import { dialectOf } from '../dialect.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { newCopy, openSnapshot, sweepCopies } from './copies.ts';
import { fromLine, type Row, type Snapshot, toLine } from './snapshot.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
let place: Awaited<ReturnType<typeof newDatabase>>;

beforeEach(async () => {
  store = await testDatabase();
  place = await newDatabase();
});
afterEach(async () => {
  await store.close();
  await place.remove();
});

async function linesOf(url: string) {
  const snapshot = await openSnapshot(url);
  const lines: Record<string, string[]> = {};
  for (const table of snapshot.tables)
    for await (const rows of snapshot.rows(table))
      lines[table.name] = [...(lines[table.name] ?? []), ...rows.map(toLine)];
  await snapshot.close();
  return lines;
}

/** The rows as they are after lying in a file. */
async function* throughLines(snapshot: Snapshot, table: Snapshot['tables'][number]) {
  for await (const rows of snapshot.rows(table))
    yield rows.map((row) => fromLine(toLine(row), table.columns.length) as Row);
}

const bytes = new Uint8Array(randomBytes(1000));

async function fill() {
  const person = { role: 'member', email: null, passwordHash: null, createdAt: 4_102_444_800_123 } as const;
  for (const nickname of ['𠮷🖋️', '\'"\\', '\u0001\u2028\r\n', '', '删去'])
    await store.db
      .insertInto('users')
      .values({ ...person, nickname })
      .execute();
  const archive = { state: 'ready', progress: 100, createdAt: 1, expiresAt: 2 } as const;
  await store.db
    .insertInto('dataArchives')
    .values({ ...archive, userId: 1, bytes })
    .execute();
  await store.db
    .insertInto('dataArchives')
    .values({ ...archive, userId: 2, bytes: new Uint8Array() })
    .execute();
  await store.db
    .insertInto('dataArchives')
    .values({ ...archive, userId: 3, bytes: null })
    .execute();
  for (const name of ['b', 'B', '啊', '🍂', 'ａ'])
    await store.db.insertInto('settings').values({ name, value: name }).execute();
  await store.db.deleteFrom('users').where('nickname', '=', '删去').execute();
}

async function copied() {
  const copy = await newCopy(place.url);
  await migrate(copy.db, copy.dialect);
  const snapshot = await openSnapshot(store.url);
  await copy.unguard();
  for (const table of snapshot.tables.filter(({ name }) => name !== 'search' && name !== 'writings'))
    await copy.load(table, throughLines(snapshot, table), await snapshot.lastId(table));
  await snapshot.close();
  return copy;
}

test('bytes, nulls, odd signs, gaps and the last number come over as they are, text by its bytes', async () => {
  await fill();
  const copy = await copied();
  await copy.seal();
  await copy.takePlace();
  await copy.discard();
  const before = await linesOf(store.url);
  expect(await linesOf(place.url)).toEqual(before);
  expect(before.settings?.map((line) => JSON.parse(line)[0])).toEqual(['B', 'b', '啊', 'ａ', '🍂']);

  const db = openDatabase(place.url);
  const stored = await db.selectFrom('dataArchives').select('bytes').orderBy('userId').execute();
  expect(stored.map((row) => row.bytes && Buffer.from(row.bytes))).toEqual([Buffer.from(bytes), Buffer.alloc(0), null]);
  const person = { nickname: '新', role: 'member', email: null, passwordHash: null, createdAt: 0 } as const;
  expect(await db.insertInto('users').values(person).returning('id').executeTakeFirst()).toEqual({ id: 6 });
  await migrate(db, dialectOf(place.url));
  await db.destroy();
});

test('a copy with a row that names no other is refused, and leaves nothing behind', async () => {
  const db = openDatabase(place.url);
  await migrate(db, dialectOf(place.url));
  const copy = await copied();
  const likes = { name: 'follows', columns: ['createdAt', 'followedId', 'followerId'] };
  const before = await linesOf(place.url);
  await copy.load(
    likes,
    (async function* () {
      yield [[1, 41, 42]] as Row[];
    })(),
    null,
  );
  await expect(copy.seal()).rejects.toThrow();
  await copy.discard();
  expect(await linesOf(place.url)).toEqual(before);
  await db.destroy();
});

test('leftovers of a crashed copy do not prevent the start and are removed', async () => {
  const copy = await copied();
  await copy.db.destroy();
  const db = openDatabase(place.url);
  await migrate(db, dialectOf(place.url));
  expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
  await sweepCopies(place.url);
  if (store.dialect === 'postgres') {
    const { rows } = await sql`select nspname from pg_namespace where nspname like 'mojian%'`.execute(db);
    expect(rows).toEqual([]);
  }
  await copy.discard().catch(() => {});
  await db.destroy();
});

test('a malformed line is skipped', () => {
  for (const line of ['', '{}', '[1]', '[1,2,3]', '[1,true]', '[1,[]]', '[1,{"base64":1}]', '[1,'])
    expect(fromLine(line, 2), line).toBe(undefined);
  expect(fromLine('[null,"a"]', 2)).toEqual([null, 'a']);
});
