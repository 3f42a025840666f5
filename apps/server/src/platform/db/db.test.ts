import { execFile } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newDatabase, testDatabase } from '../../../test/database.ts';
import { contains } from './conditions.ts';
import { dialectOf, isDuplicate } from './dialect.ts';
import { migrate, NewerDatabase } from './migrate.ts';
import { openDatabase } from './open.ts';
import type { Trx } from './schema.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;

beforeEach(async () => {
  store = await testDatabase();
});
afterEach(() => store.close());

const nicknames = async () =>
  (await store.db.selectFrom('users').select('nickname').execute()).map((row) => row.nickname);
const person = (nickname: string) =>
  ({ nickname, role: 'member', email: null, passwordHash: null, createdAt: 0 }) as const;

test('bytes made by an expression come as they are, however few', async () => {
  const archive = { userId: 1, state: 'ready', progress: 100, createdAt: 1, expiresAt: 2 } as const;
  await store.db.insertInto('users').values(person('小林')).execute();
  const bytes = new Uint8Array([0, 104, 116, 109, 108, 9, 7]);
  await store.db
    .insertInto('dataArchives')
    .values({ ...archive, bytes })
    .execute();
  for (const length of [0, 1, 5, 6, 7]) {
    const part = sql<Uint8Array>`substr(bytes, 1, ${sql.lit(length)})`.as('part');
    const row = await store.db.selectFrom('dataArchives').select(part).executeTakeFirstOrThrow();
    expect(Buffer.from(row.part)).toEqual(Buffer.from(bytes.subarray(0, length)));
  }
});

test('a transaction that throws leaves nothing', async () => {
  const failing = store.db.transaction().execute(async (trx) => {
    await trx.insertInto('users').values(person('小林')).execute();
    throw new Error('停电');
  });
  await expect(failing).rejects.toThrow('停电');
  expect(await nicknames()).toEqual([]);
});

test('reading neither waits for an open transaction nor sees into it', async () => {
  const { promise: readDone, resolve: finish } = Promise.withResolvers<void>();
  const writing = store.db.transaction().execute(async (trx) => {
    await trx.insertInto('users').values(person('小林')).execute();
    expect(await trx.selectFrom('users').select('nickname').execute()).toHaveLength(1);
    await readDone;
  });
  expect(await nicknames()).toEqual([]);
  finish();
  await writing;
  expect(await nicknames()).toEqual(['小林']);
});

test('writers take turns, also when one of them fails', async () => {
  const write = (number: number) =>
    store.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('users')
        .values(person(String(number)))
        .execute();
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (number % 3 === 0) throw new Error('停电');
    });
  const single = store.db.insertInto('users').values(person('单独')).execute();
  const results = await Promise.allSettled([...[1, 2, 3, 4, 5, 6].map(write), single]);
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true, false, true]);
  expect((await nicknames()).sort()).toEqual(['1', '2', '4', '5', '单独']);
});

test('two deadlocked transactions both succeed, and nothing counts twice', async () => {
  await store.db
    .insertInto('users')
    .values([person('甲'), person('乙')])
    .execute();
  const both = Promise.withResolvers<void>();
  let there = store.dialect === 'postgres' ? 0 : 1; // SQLite lets nobody in before the first is through
  const add = (trx: Trx, nickname: string) =>
    trx
      .updateTable('users')
      .set((user) => ({ createdAt: user('createdAt', '+', 1) }))
      .where('nickname', '=', nickname)
      .execute();
  const write = (first: string, second: string) =>
    store.db.transaction().execute(async (trx) => {
      await add(trx, first);
      there += 1;
      if (there >= 2) both.resolve();
      await both.promise;
      await add(trx, second);
    });
  await Promise.all([write('甲', '乙'), write('乙', '甲')]);
  expect(await store.db.selectFrom('users').select('createdAt').execute()).toEqual([
    { createdAt: 2 },
    { createdAt: 2 },
  ]);
});

test('a violated unique index is distinguished from other errors', async () => {
  const insert = (name: string | null) =>
    store.db
      .insertInto('tags')
      .values({ name: name as string })
      .execute()
      .catch((error: unknown) => error);
  await insert('雨');
  expect(isDuplicate(await insert('雨'))).toBe(true);
  expect(isDuplicate(await insert(null))).toBe(false);
});

test('foreign keys and checks are enforced', async () => {
  await expect(store.db.insertInto('articleTags').values({ articleId: 1, tagId: 1 }).execute()).rejects.toThrow();
  await expect(
    store.db
      .updateTable('users')
      .set({ nickname: null as unknown as string })
      .execute(),
  ).resolves.toBeDefined();
  const article = {
    authorId: 1,
    title: '',
    summary: '',
    markdown: '',
    html: '',
    openingHtml: '',
    headings: '',
    words: 0,
    openingHeadings: '',
    updatedAt: 0,
    createdAt: 0,
    removedAt: null,
    importKey: null,
    importHash: null,
  };
  await store.db.insertInto('users').values(person('小林')).execute();
  const write = (more: { publishedAt: number | null; readType: number }) =>
    store.db
      .insertInto('articles')
      .values({ ...article, state: 'published', categoryId: null, ...more })
      .execute();
  await expect(write({ publishedAt: null, readType: 0 })).rejects.toThrow(/publishedHasTime/);
  await expect(write({ publishedAt: 1, readType: 5 })).rejects.toThrow();
  await write({ publishedAt: 1, readType: 4 });
});

test('numbers as large as times and counts come back as numbers', async () => {
  const time = 4_102_444_800_123;
  await store.db
    .insertInto('users')
    .values({ ...person('小林'), createdAt: time })
    .execute();
  const { createdAt } = await store.db.selectFrom('users').select('createdAt').executeTakeFirstOrThrow();
  const { sum } = await store.db
    .selectFrom('users')
    .select(({ fn }) => fn.sum<number>('createdAt').as('sum'))
    .executeTakeFirstOrThrow();
  const { count } = await store.db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect([createdAt, sum, count]).toEqual([time, time, 1]);
});

test('SQLite refuses an object as a parameter instead of storing NULL', async () => {
  if (store.dialect !== 'sqlite') return;
  const write = (value: unknown) =>
    sql`insert into settings (name, value) values (${'名'}, ${value})`.execute(store.db);
  await expect(write(new Date())).rejects.toThrow('SQLite 参数不能是对象');
  await expect(sql`select ${{ a: 1 }}`.execute(store.db)).rejects.toThrow('SQLite 参数不能是对象');
  expect(await store.db.selectFrom('settings').selectAll().execute()).toEqual([]);
});

async function withNewDatabase(use: (db: typeof store.db, url: string) => Promise<void>) {
  const { url, remove } = await newDatabase();
  const db = openDatabase(url);
  try {
    await use(db, url);
  } finally {
    await db.destroy();
    await remove();
  }
}

test('closing leaves tidying up to another process that writes just now', async () => {
  const { db, dialect, url, close } = await testDatabase();
  if (dialect !== 'sqlite') return close();
  const people = Array.from({ length: 1000 }, (_, n) => ({ ...person(`读者${n}`), nicknameKey: `读者${n}` }));
  await db.insertInto('users').values(people).execute();
  const find = (trx: Trx) => trx.selectFrom('users').select('id').where('nicknameKey', '=', '读者7').execute();
  await db.transaction().execute(find); // the planner would know the table better now
  const other = new DatabaseSync(url);
  other.exec('begin immediate');
  await close();
  other.close();
});

test('migrating again changes nothing', async () => {
  await store.db.insertInto('users').values(person('小林')).execute();
  const before = await store.db.introspection.getTables();
  await migrate(store.db, store.dialect);
  expect(await store.db.introspection.getTables()).toEqual(before);
  expect(await nicknames()).toEqual(['小林']);
});

test('two processes that start at once migrate once', () =>
  withNewDatabase(async (db, url) => {
    const start = `
      import { openDatabase } from ${JSON.stringify(import.meta.resolve('./open.ts'))};
      import { migrate } from ${JSON.stringify(import.meta.resolve('./migrate.ts'))};
      const db = openDatabase(${JSON.stringify(url)});
      await migrate(db, ${JSON.stringify(store.dialect)});
      await db.destroy();`;
    await sql`select 1`.execute(db); // SQLite: the file exists and is in WAL mode
    const run = promisify(execFile);
    const once = () => run(process.execPath, ['--input-type=module', '-e', start]);
    await Promise.all([once(), once()]);
    expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
  }));

test('a database from a newer version is refused and left as it is', () =>
  withNewDatabase(async (db) => {
    await migrate(db, store.dialect);
    const steps = db as unknown as Kysely<{ kysely_migration: { name: string; timestamp: string } }>;
    await steps.insertInto('kysely_migration').values({ name: '999-future', timestamp: '' }).execute();
    await expect(migrate(db, store.dialect)).rejects.toThrow(NewerDatabase);
    await expect(migrate(db, store.dialect)).rejects.toThrow('999-future');
  }));

test('a migration that fails leaves nothing behind', () =>
  withNewDatabase(async (db) => {
    await sql`create table outbox (id integer)`.execute(db);
    await expect(migrate(db, store.dialect)).rejects.toThrow(/outbox/);
    const tables = await db.introspection.getTables();
    expect(tables.map(({ name }) => name)).toEqual(['outbox']);
  }));

test('the address selects SQLite or PostgreSQL', () => {
  expect(dialectOf('postgres://a/b')).toBe('postgres');
  expect(dialectOf('postgresql://a/b')).toBe('postgres');
  expect(dialectOf('/data/postgres.db')).toBe('sqlite');
});

test('a text matches a column that contains all of its words, in any distance', async () => {
  await store.db
    .insertInto('users')
    .values([person('Ada Lovelace'), person('50%_off!')])
    .execute();
  const holding = async (text: string) => {
    const rows = await store.db
      .selectFrom('users')
      .select('nickname')
      .where(contains('users.nickname', text))
      .execute();
    return rows.map(({ nickname }) => nickname);
  };
  expect(await holding('lovelace  ADA')).toEqual(['Ada Lovelace']);
  expect(await holding('ada byron')).toEqual([]);
  expect(await holding('0%_')).toEqual(['50%_off!']);
  expect(await holding('_ff')).toEqual([]);
});
