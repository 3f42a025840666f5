import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { openDatabase } from './open.ts';
import type { Trx } from './schema.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;

beforeEach(async () => {
  store = await testDatabase();
});
afterEach(() => store.close());

const person = (nickname: string) =>
  ({ nickname, role: 'member', email: null, passwordHash: null, createdAt: 0 }) as const;
const add = (nickname: string, then: () => unknown = () => {}) =>
  store.db.transaction().execute(async (trx) => {
    await trx.insertInto('users').values(person(nickname)).execute();
    await then();
  });
const one = (nickname: string) => store.db.insertInto('users').values(person(nickname)).execute();
const fail = () => {
  throw new Error('停电');
};

async function nicknames(db = store.db) {
  return (await db.selectFrom('users').select('nickname').orderBy('id').execute()).map(({ nickname }) => nickname);
}

const outcomes = async (acts: Promise<unknown>[]) =>
  (await Promise.allSettled(acts)).map((result) => (result.status === 'fulfilled' ? '' : String(result.reason)));

test('of acts that arrive together each fails alone', async () => {
  const reported = await outcomes([
    add('甲', fail),
    add('乙'),
    one('丙'),
    add('丁', fail),
    one('丙'),
    add('戊'),
    add('己', fail),
  ]);
  expect(reported.map((text) => text.includes('停电'))).toEqual([true, false, false, true, false, false, true]);
  expect((await nicknames()).toSorted()).toEqual(['乙', '丙', '丙', '戊'].toSorted());
});

test('a statement that violates a constraint takes back nothing of its neighbours', async () => {
  const tag = (name: string) => store.db.insertInto('tags').values({ name }).execute();
  const reported = await outcomes([tag('雨'), tag('雨'), add('甲'), tag('雪')]);
  expect(reported.filter(Boolean)).toHaveLength(1);
  expect(await nicknames()).toEqual(['甲']);
  expect(await store.db.selectFrom('tags').select('name').orderBy('name').execute()).toEqual([
    { name: '雨' },
    { name: '雪' },
  ]);
});

test('a later act sees what an earlier one of its group wrote', async () => {
  const seen: string[][] = [];
  const look = () =>
    store.db.transaction().execute(async (trx) => {
      const rows = await trx.selectFrom('users').select('nickname').execute();
      seen.push(rows.map(({ nickname }) => nickname));
    });
  await add('甲');
  await Promise.all([add('乙'), look()]);
  expect(seen[0]).toContain('甲');
  if (store.dialect === 'sqlite') expect(seen).toEqual([['甲', '乙']]);
});

describe('on SQLite', () => {
  const only = () => store.dialect === 'sqlite';

  test('what arrives in one turn shares a commit', async () => {
    if (!only()) return;
    await store.db.selectFrom('users').select('id').execute();
    const run = vi.spyOn(DatabaseSync.prototype, 'exec');
    await Promise.all([add('甲'), one('乙'), add('丙'), one('丁')]);
    const commits = run.mock.calls.filter(([statement]) => statement === 'commit');
    run.mockRestore();
    expect(commits).toHaveLength(1);
    expect(await nicknames()).toEqual(['甲', '乙', '丙', '丁']);
  });

  test('nobody is told before the commit', async () => {
    if (!only()) return;
    const other = openDatabase(store.url);
    const seen: string[][] = [];
    const check = async (name: string, act: Promise<unknown>) => {
      await act;
      seen.push([name, ...(await nicknames(other))]);
    };
    await Promise.all([check('甲', add('甲')), check('乙', one('乙'))]);
    for (const [name = '', ...there] of seen) expect(there).toContain(name);
    expect(seen).toHaveLength(2);
    await other.destroy();
  });

  test('an act that takes several turns holds up the commit of the others only until it ends', async () => {
    if (!only()) return;
    const slow = add('慢', () => new Promise((done) => setTimeout(done, 20)));
    const reported: string[] = [];
    const acts = [
      one('甲').then(() => reported.push('甲')),
      slow.then(() => reported.push('慢')),
      one('乙').then(() => reported.push('乙')),
    ];
    await Promise.all(acts);
    expect(reported.toSorted()).toEqual(['乙', '慢', '甲'].toSorted());
    expect(await nicknames()).toEqual(['慢', '甲', '乙']);
  });

  test('a statement that no transaction takes commits what came before it', async () => {
    if (!only()) return;
    const reported = await outcomes([one('甲'), sql`vacuum`.execute(store.db), one('乙')]);
    expect(reported).toEqual(['', '', '']);
    expect(await nicknames()).toEqual(['甲', '乙']);
  });

  test('closing commits what has ended, and nothing of what is under way', async () => {
    if (!only()) return;
    const db = openDatabase(store.url);
    const insert = (trx: typeof db | Trx, nickname: string) =>
      trx.insertInto('users').values(person(nickname)).execute();
    const ended = insert(db, '甲');
    const stuck = db.transaction().execute(async (trx) => {
      await insert(trx, '半');
      await new Promise(() => {});
    });
    void stuck.catch(() => {});
    for (let n = 0; n < 100; n++) await null;
    await db.destroy();
    await ended;
    expect(await nicknames()).toEqual(['甲']);
  });

  describe('the log on the disk', () => {
    type Datasync = () => Promise<void>;
    let syncs: MockInstance<Datasync>;
    let now: PromiseWithResolvers<void>;

    beforeEach(async () => {
      if (!only()) return;
      const file = await open(store.url);
      syncs = vi.spyOn(Object.getPrototypeOf(file) as { datasync: Datasync }, 'datasync');
      await file.close();
      now = Promise.withResolvers();
      syncs.mockImplementation(() => now.promise);
    });
    afterEach(() => {
      now?.resolve();
      syncs?.mockRestore();
    });

    const begun = (count: number) => expect.poll(() => syncs.mock.calls.length).toBe(count);
    const written = (...names: string[]) => expect.poll(() => nicknames()).toEqual(names);
    /** Tests that a promise is still open after what could settle it has had its turns. */
    const isOpen = async (promise: Promise<unknown>) => {
      const timer = new Promise((done) => setTimeout(done, 20, 'open'));
      return (await Promise.race([promise.then(() => 'settled'), timer])) === 'open';
    };

    test('an act is done once the log is on disk, and is read by others meanwhile', async () => {
      if (!only()) return;
      const acts = [add('甲'), one('乙')];
      await begun(1);
      await written('甲', '乙');
      for (const act of acts) expect(await isOpen(act)).toBe(true);
      now.resolve();
      await Promise.all(acts);
      expect(syncs).toHaveBeenCalledOnce();
    });

    test('acts that end while the log is written to the disk share the next time', async () => {
      if (!only()) return;
      const acts = [one('甲')];
      await begun(1);
      acts.push(one('乙'), one('丙'));
      await written('甲', '乙', '丙');
      acts.push(one('丁'));
      await written('甲', '乙', '丙', '丁');
      const first = now;
      now = Promise.withResolvers();
      first.resolve();
      await acts[0];
      await begun(2);
      now.resolve();
      await Promise.all(acts);
      expect(syncs).toHaveBeenCalledTimes(2);
    });

    test('an act that only reads what is not on disk yet waits for it as well', async () => {
      if (!only()) return;
      const write = one('甲');
      await begun(1);
      const read = store.db.transaction().execute(async (trx) => {
        return (await trx.selectFrom('users').select('id').execute()).length;
      });
      expect(await isOpen(read)).toBe(true);
      now.resolve();
      await write;
      expect(await read).toBe(1);
    });

    test('a statement outside of transactions waits for the disk', async () => {
      if (!only()) return;
      const raw = sql`insert into tags (name) values ('雨')`.execute(store.db);
      await begun(1);
      expect(await isOpen(raw)).toBe(true);
      now.resolve();
      await raw;
    });

    test('after the disk failed nothing more is written, and reading goes on', async () => {
      if (!only()) return;
      const act = outcomes([one('甲')]);
      await begun(1);
      now.reject(new Error('坏了'));
      expect(await act).toEqual(['Error: 数据库的日志没有写到磁盘上：坏了']);
      syncs.mockImplementation(async () => {});
      expect(await outcomes([one('乙'), add('丙')])).toEqual([
        'Error: 数据库的日志没有写到磁盘上：坏了',
        'Error: 数据库的日志没有写到磁盘上：坏了',
      ]);
      expect(await nicknames()).toEqual(['甲']);
    });

    test('closing waits for the disk', async () => {
      if (!only()) return;
      const db = openDatabase(store.url);
      const act = db.insertInto('tags').values({ name: '雨' }).execute();
      await begun(1);
      const closing = db.destroy();
      expect(await isOpen(closing)).toBe(true);
      now.resolve();
      await Promise.all([act, closing]);
    });
  });

  test('a file system without write-ahead logs takes writes as well', async () => {
    if (!only()) return;
    // SQLite's way to such a system: files without locks and shared memory
    const db = openDatabase(`file:${store.url}-plain?vfs=unix-none`);
    await sql`create table notes (text text)`.execute(db);
    await db.transaction().execute((trx) => sql`insert into notes values ('雨')`.execute(trx));
    const { rows } = await sql<{ text: string }>`select text from notes`.execute(db);
    const mode = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(db);
    expect([...rows, ...mode.rows]).toEqual([{ text: '雨' }, { journal_mode: 'delete' }]);
    await db.destroy();
  });

  test('whatever was acknowledged before a kill is there', async () => {
    if (!only()) return;
    const program = `
      import { writeSync } from 'node:fs';
      import { openDatabase } from ${JSON.stringify(import.meta.resolve('./open.ts'))};
      const db = openDatabase(${JSON.stringify(store.url)});
      const write = async (name) => {
        const row = { nickname: name, role: 'member', email: null, passwordHash: null, createdAt: 0 };
        await db.transaction().execute((trx) => trx.insertInto('users').values(row).execute());
        writeSync(1, name + '\\n');
      };
      const window = async (which) => { for (let n = 0; ; n++) await write(which + '-' + n); };
      for (let which = 0; which < 8; which++) void window(which);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
    let reported = '';
    const enough = new Promise<void>((done) =>
      child.stdout.on('data', (chunk) => {
        reported += chunk;
        if (reported.split('\n').length > 300) done();
      }),
    );
    await enough;
    child.kill('SIGKILL');
    await new Promise((done) => child.once('close', done));
    const acknowledged = reported.split('\n').slice(0, -1);
    const there = new Set(await nicknames());
    expect(acknowledged.filter((name) => !there.has(name))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(300);
  });
});
