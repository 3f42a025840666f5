import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { openDatabase } from '../db/open.ts';
import { type Effect, type Effects, enqueue, Outbox } from './outbox.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
let now: number;
let done: unknown[];

beforeEach(async () => {
  store = await testDatabase();
  now = 1_000_000;
  done = [];
});
afterEach(() => store.close());

const second = 1000;
const note: Effect = async (payload) => void done.push(payload);

const outbox = (effects: Effects = { note }, db = store.db) => new Outbox({ db, effects, now: () => now });
const write = (kind: string, payload: unknown, dueAt = now) =>
  store.db.transaction().execute((trx) => enqueue(trx, kind, payload, dueAt));
const entries = () => store.db.selectFrom('outbox').selectAll().orderBy('id').execute();

test('effects run once, oldest first, and their entries are deleted', async () => {
  for (const name of ['一', '二', '三']) await write('note', { name });
  expect(await outbox().run()).toBe(3);
  expect(done).toEqual([{ name: '一' }, { name: '二' }, { name: '三' }]);
  expect(await outbox().run()).toBe(0);
  expect(await entries()).toEqual([]);
});

test('an effect written in a transaction that fails never runs', async () => {
  const failing = store.db.transaction().execute(async (trx) => {
    await enqueue(trx, 'note', '不应发生', now);
    throw new Error('停电');
  });
  await expect(failing).rejects.toThrow('停电');
  expect(await outbox().run()).toBe(0);
  expect(done).toEqual([]);
});

test('an entry not yet due waits', async () => {
  await write('note', '明天', now + second);
  expect(await outbox().run()).toBe(0);
  now += second;
  expect(await outbox().run()).toBe(1);
});

test('more entries than a batch run in one call', async () => {
  for (let number = 0; number < 120; number++) await write('note', number);
  expect(await outbox().run()).toBe(120);
  expect(done).toEqual(Array.from({ length: 120 }, (_, number) => number));
});

test('a failure is retried after growing pauses, up to an hour, and given up in the end', async () => {
  const tries: number[] = [];
  const failures: unknown[] = [];
  const failing = new Outbox({
    db: store.db,
    effects: {
      note: async () => {
        tries.push(now);
        throw new Error('对方不在');
      },
    },
    now: () => now,
    onFailure: (kind, error, attempts) => failures.push([kind, String(error), attempts]),
  });
  await write('note', null);
  for (let step = 0; step < 10_000; step++) {
    await failing.run();
    now += 5 * second;
    if (tries.length === 12) break;
  }

  const pauses = tries.slice(1).map((time, index) => (time - (tries[index] as number)) / second);
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600]);
  expect(failures[0]).toEqual(['note', 'Error: 对方不在', 1]);
  now += 1e9;
  expect(await failing.run()).toBe(0);
  expect(await entries()).toMatchObject([{ attempts: 12, failure: 'Error: 对方不在' }]);
}, 60_000);

test('a failing effect delays no other, and succeeds on a later retry', async () => {
  let isAway = true;
  const effects = {
    note,
    mail: async () => {
      if (isAway) throw new Error('对方不在');
      done.push('信');
    },
  };
  await write('mail', null);
  await write('note', '便条');
  await outbox(effects).run();
  expect(done).toEqual(['便条']);

  isAway = false;
  now += 5 * second;
  await outbox(effects).run();
  expect(done).toEqual(['便条', '信']);
  expect(await entries()).toEqual([]);
});

test('an effect of an unknown kind is kept for a newer version', async () => {
  await write('from-the-future', null);
  await outbox().run();
  expect(await entries()).toMatchObject([{ kind: 'from-the-future', attempts: 1 }]);
});

test('two runners, of one process or two, never run one entry twice', async () => {
  // in one thread two connections to one file wait for each other for ever
  const other = store.dialect === 'postgres' ? openDatabase(store.url) : store.db;
  const slow: Effect = async (payload) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    done.push(payload);
  };
  for (let number = 0; number < 60; number++) await write('note', number);
  const runs = [outbox({ note: slow }), outbox({ note: slow }), outbox({ note: slow }, other)];
  const taken = await Promise.all(runs.map((one) => one.run()));
  if (other !== store.db) await other.destroy();

  expect(taken.reduce((sum, count) => sum + count)).toBe(60);
  expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 60 }, (_, number) => number));
});

test('an entry whose process died is claimed after a minute', async () => {
  await write('note', '接着做');
  const dying = outbox({ note: () => new Promise(() => {}) });
  void dying.run();
  await expect.poll(entries).toMatchObject([{ dueAt: now + 60 * second }]);

  expect(await outbox().run()).toBe(0);
  now += 60 * second;
  expect(await outbox().run()).toBe(1);
  expect(done).toEqual(['接着做']);
});

test('a slow kind delays no other kind, and its own entries stay in order', async () => {
  const { promise: answer, resolve: answers } = Promise.withResolvers<void>();
  const mail: Effect = async (payload) => {
    await answer;
    done.push(payload);
  };
  for (const mail of ['信一', '信二']) {
    await write('mail', mail);
    await write('note', '便条');
  }
  const round = outbox({ note, mail }).run();
  await expect.poll(() => done).toEqual(['便条', '便条']);

  answers();
  expect(await round).toBe(4);
  expect(done).toEqual(['便条', '便条', '信一', '信二']);
});

test('an entry whose claim expired behind a slow one is claimed again, and never run twice', async () => {
  const other = outbox();
  const slow: Effect = async (payload) => {
    done.push(payload);
    if (payload === 2) await expect.poll(async () => (await entries()).length).toBe(2); // the first is removed meanwhile
    now += 45 * second;
    if (payload === 2) await other.run();
  };
  for (const number of [1, 2, 3]) await write('note', number);
  await outbox({ note: slow }).run();
  expect(done).toEqual([1, 2, 3]);
  expect(await entries()).toEqual([]);
});

test('closing waits for what is under way and starts nothing more', async () => {
  const { promise: start, resolve: starts } = Promise.withResolvers<void>();
  const { promise: answer, resolve: answers } = Promise.withResolvers<void>();
  const closing = outbox({
    note: async (payload) => {
      starts();
      await answer;
      done.push(payload);
    },
  });
  for (const number of [1, 2]) await write('note', number);
  const round = closing.run();
  await start;

  const closed = closing.close();
  answers();
  await Promise.all([closed, round]);
  expect(done).toEqual([1]);
  expect(await closing.run()).toBe(0);
  expect(await entries()).toMatchObject([{ payload: '2', attempts: 0 }]);
});

test('a batched kind performs all due entries at once and retries them together', async () => {
  let isAway = true;
  const post = {
    together: async (payloads: unknown[]) => {
      if (isAway) throw new Error('对方不在');
      done.push(payloads);
    },
  };
  for (const name of ['一', '二']) await write('post', name);
  await write('post', '明天', now + 100 * second);
  await outbox({ post }).run();
  expect(await entries()).toMatchObject([{ attempts: 1 }, { attempts: 1 }, { attempts: 0 }]);

  isAway = false;
  now += 5 * second;
  expect(await outbox({ post }).run()).toBe(2);
  expect(done).toEqual([['一', '二']]);
  expect(await entries()).toMatchObject([{ payload: '"明天"' }]);
});

describe('a clock that is set', () => {
  const day = 24 * 3600 * second;
  let steady: number;
  beforeEach(() => {
    steady = 0;
  });
  const pass = (milliseconds: number) => {
    now += milliseconds;
    steady += milliseconds;
  };
  const clocked = (effects: Effects = { note }) =>
    new Outbox({ db: store.db, effects, now: () => now, steady: () => steady, appointed: ['broadcast'] });

  test.each([
    ['forward', day],
    ['back', -day],
  ])('a clock set %s during sending sends once, also by another process', async (_where, jump) => {
    const { promise: answer, resolve: answers } = Promise.withResolvers<void>();
    const slow: Effect = async (payload) => {
      await answer;
      done.push(payload);
    };
    const [sending, other] = [clocked({ note: slow }), clocked()];
    await other.run();
    await write('note', '信');
    const round = sending.run();
    await expect.poll(entries).toMatchObject([{ dueAt: now + 60 * second }]);

    now += jump;
    for (let turn = 0; turn < 50; turn++) {
      expect([await sending.run(), await other.run()]).toEqual([0, 0]);
      pass(second);
    }
    answers();
    await round;
    pass(20 * second);
    expect([await sending.run(), await other.run()]).toEqual([0, 0]);
    expect(done).toEqual(['信']);
    expect(await entries()).toEqual([]);
  });

  test('an entry claimed but not started before the clock was set back is left to its new claimant', async () => {
    const other = clocked();
    await other.run();
    const first: Effect = async (payload) => {
      done.push(payload);
      if (payload !== 1) return;
      now -= day;
      await other.run();
      pass(61 * second);
      await other.run();
    };
    for (const number of [1, 2, 3]) await write('note', number);
    await clocked({ note: first }).run();
    // the first took longer than its claim lasts, and so might have died
    expect(done.toSorted()).toEqual([1, 1, 2, 3]);
  });

  test('setting the clock back a day delays only entries with a chosen time', async () => {
    await write('note', '信');
    await write('broadcast', '明天的公告', now + day);
    now -= day;
    const runs = clocked({ note, broadcast: note });
    expect(await runs.run()).toBe(1);
    expect(done).toEqual(['信']);
    await write('note', '一小时后', now + 3600 * second);
    expect(await runs.run()).toBe(0);
    pass(3600 * second);
    expect(await runs.run()).toBe(1);
  });
});
