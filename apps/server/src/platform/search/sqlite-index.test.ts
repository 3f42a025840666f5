import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { createSearch } from './search.ts';

const { db, dialect, close } = await testDatabase();
const search = createSearch(dialect);
afterAll(close);

const put = (id: number, date: number) =>
  db.transaction().execute((trx) => search.index(trx, { id, date, title: `第${id}篇`, summary: '', body: '' }));

test('each of many documents of one time finds a place, in whatever order they come', async () => {
  const time = Date.UTC(2026, 0, 1);
  const minutesOn = (minutes: number) => time + minutes * 60_000;
  await put(2, minutesOn(0));
  await put(3, minutesOn(10));
  await put(1, minutesOn(0));
  for (const id of [7, 5, 6, 4]) await put(id, minutesOn(50));
  for (let id = 300; id > 7; id--) await put(id, minutesOn(10 * (id % 3)));
  await put(1, minutesOn(20));
  expect(await search.size(db)).toBe(300);
  expect((await search.numbers(db)).sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
});
