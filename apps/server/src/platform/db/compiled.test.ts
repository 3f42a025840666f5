import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { compiledOnce } from './compiled.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;

beforeEach(async () => {
  store = await testDatabase();
  const person = (nickname: string) =>
    ({ nickname, role: 'member', email: null, passwordHash: null, createdAt: nickname.length }) as const;
  await store.db
    .insertInto('users')
    .values([person('林'), person('小林'), person('小小林')])
    .execute();
});
afterEach(() => store.close());

let built = 0;
const among = compiledOnce((db, { names, until }: { names: string[]; until: number }) => {
  built++;
  return db
    .selectFrom('users')
    .select(['nickname'])
    .where('nickname', 'in', names)
    .where('createdAt', '<=', until)
    .where('role', '=', 'member')
    .orderBy('createdAt');
});
const namesOf = async (names: string[], until = 9) =>
  (await among(store.db, { names, until })).map((row) => row.nickname);

test('a query is built once per length of its lists and answers with the values given each time', async () => {
  built = 0;
  expect(await namesOf(['林', '小林'])).toEqual(['林', '小林']);
  expect(await namesOf(['小小林', '林'])).toEqual(['林', '小小林']);
  expect(await namesOf(['小小林', '林'], 1)).toEqual(['林']);
  expect(built).toBe(1);
  expect(await namesOf(['小小林'])).toEqual(['小小林']);
  expect(await namesOf(['林', '小林', '小小林'])).toEqual(['林', '小林', '小小林']);
  expect(built).toBe(3);
});

test('a query sees into the transaction it runs in', async () => {
  await namesOf(['林']);
  await store.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ createdAt: 20 }).where('nickname', '=', '林').execute();
    expect(await among(trx, { names: ['林'], until: 9 })).toEqual([]);
    expect(await among(trx, { names: ['林'], until: 20 })).toEqual([{ nickname: '林' }]);
  });
});

test('two databases are compiled apart', async () => {
  const other = await testDatabase();
  try {
    await namesOf(['林']);
    expect(await among(other.db, { names: ['林'], until: 9 })).toEqual([]);
  } finally {
    await other.close();
  }
});
