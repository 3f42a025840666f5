import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { addTry, countTry, dropOldLimits, forgetTries, takeBackTry, triesSoFar } from './limits.ts';

const start = 1_800_000_000_000;
const three = { most: 3, seconds: 600 };
let store: Awaited<ReturnType<typeof testDatabase>>;

beforeEach(async () => {
  store = await testDatabase();
  vi.useFakeTimers({ toFake: ['Date'], now: start });
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
});

const rows = () => store.db.selectFrom('limits').selectAll().orderBy('name').execute();

test('tries are counted by name, and exceeding the limit returns the time to wait', async () => {
  for (const hits of [1, 2, 3]) expect(await countTry(store.db, 'a', three)).toBe(hits);
  vi.setSystemTime(start + 90_500);
  await expect(countTry(store.db, 'a', three)).rejects.toMatchObject({
    id: 'too-many-requests',
    retryAfter: 510,
    message: '尝试太频繁，请 9 分钟后再试',
  });
  expect(await countTry(store.db, 'b', three)).toBe(1);
});

test('a window starts with the first try, and the next one after it has ended', async () => {
  for (let tries = 0; tries < 5; tries++) await addTry(store.db, 'a', 600);
  vi.setSystemTime(start + 599_999);
  await expect(countTry(store.db, 'a', three)).rejects.toMatchObject({ retryAfter: 1 });
  vi.setSystemTime(start + 600_000);
  expect(await triesSoFar(store.db, 'a', three)).toBe(0);
  expect(await countTry(store.db, 'a', three)).toBe(1);
});

test('setting the clock back by a day locks nobody out', async () => {
  for (let tries = 0; tries < 3; tries++) await countTry(store.db, 'a', three);
  vi.setSystemTime(start - 24 * 3_600_000);
  expect(await triesSoFar(store.db, 'a', three)).toBe(0);
  for (const hits of [1, 2, 3]) expect(await countTry(store.db, 'a', three)).toBe(hits);
  await expect(countTry(store.db, 'a', three)).rejects.toMatchObject({ retryAfter: 600 });
});

test('a try with a slightly slow clock counts in the current window', async () => {
  for (const pending of [0, 5, 30_000]) {
    vi.setSystemTime(start - pending);
    await countTry(store.db, 'a', three);
  }
  expect(await triesSoFar(store.db, 'a', { seconds: 600 })).toBe(3);
  await expect(countTry(store.db, 'a', three)).rejects.toMatchObject({ id: 'too-many-requests' });
});

test('concurrent tries are each counted', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => countTry(store.db, 'a', three)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await triesSoFar(store.db, 'a', { seconds: 600 })).toBe(20);
});

test('checking does not count, and refuses once the limit is reached', async () => {
  expect(await triesSoFar(store.db, 'a', { most: 1, seconds: 600 })).toBe(0);
  await countTry(store.db, 'a', three);
  expect(await triesSoFar(store.db, 'a', { most: 2, seconds: 600 })).toBe(1);
  await expect(triesSoFar(store.db, 'a', { most: 1, seconds: 600 })).rejects.toMatchObject({
    id: 'too-many-requests',
    retryAfter: 600,
  });
  expect(await triesSoFar(store.db, 'a', { seconds: 600 })).toBe(1);
});

test('a count in a failed transaction is undone', async () => {
  const failing = store.db.transaction().execute(async (trx) => {
    await countTry(trx, 'a', three);
    throw new Error('停电');
  });
  await expect(failing).rejects.toThrow('停电');
  expect(await triesSoFar(store.db, 'a', { seconds: 600 })).toBe(0);
});

test('a try taken back is not counted', async () => {
  for (let count = 0; count < 3; count++) await countTry(store.db, 'a', three);
  await takeBackTry(store.db, 'a');
  await countTry(store.db, 'a', three);
  await expect(countTry(store.db, 'a', three)).rejects.toMatchObject({ id: 'too-many-requests' });
});

test('resetting and cleaning up remove expired windows only', async () => {
  await countTry(store.db, 'a', three);
  await countTry(store.db, 'b', three);
  await countTry(store.db, 'c', { most: 1, seconds: 601 });
  await forgetTries(store.db, 'a');
  await dropOldLimits(store.db, start + 600_000);
  expect((await rows()).map(({ name }) => name)).toEqual(['c']);
});
