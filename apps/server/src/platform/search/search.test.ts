import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { recordStatements, rowsReadFrom } from '../../../test/grown/plans.ts';
import { createSearch, type SearchDocument } from './search.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
let search: ReturnType<typeof createSearch>;

beforeEach(async () => {
  store = await testDatabase();
  search = createSearch(store.dialect);
});
afterEach(() => store.close());

const hour = 3_600_000;
const filler = '山川湖海各有其时';

async function keep(...documents: (Partial<SearchDocument> & { id: number })[]) {
  for (const document of documents)
    await store.db
      .transaction()
      .execute((trx) =>
        search.index(trx, { date: document.id * hour, title: filler, summary: filler, body: filler, ...document }),
      );
}

const find = (keyword: string, { limit = 10, offset = 0 } = {}) => search.find(store.db, keyword, { limit, offset });
const ids = async (keyword: string) => (await find(keyword)).ids;

test('a word within a longer one is found', async () => {
  await keep({ id: 1, body: '自己做一个搜索引擎' }, { id: 2, body: '搜罗与索取' });
  expect(await find('引擎')).toMatchObject({ ids: [1], total: 1 });
  expect(await ids('搜索引擎')).toEqual([1]);
  expect(await ids('索引')).toEqual([1]);
});

test('one character is enough, and all of a keyword must occur', async () => {
  await keep({ id: 1, title: '雨' }, { id: 2, body: '雨后春笋' });
  expect(await ids('雨')).toEqual([1, 2]);
  expect(await ids('笋')).toEqual([2]);
  expect(await ids('雨中')).toEqual([]);
});

test('the last Latin word may be unfinished, the ones before may not', async () => {
  await keep({ id: 1, title: 'TypeScript 与 Node.js' }, { id: 2, title: 'Types and notes' });
  expect(await ids('typesc')).toEqual([1]);
  expect(await ids('Type')).toEqual([2, 1]);
  expect(await ids('types-no')).toEqual([2]);
  expect(await ids('type-no')).toEqual([]);
  expect(await ids('node与')).toEqual([1]);
});

test('one letter finds the words that begin with it, and no marker of the index', async () => {
  await keep({ id: 1, title: '引擎' }, { id: 2, title: 'Svelte' });
  expect([await ids('t'), await ids('s'), await ids('f')]).toEqual([[], [2], []]);
});

test('case, width and compatibility forms make no difference', async () => {
  await keep({ id: 1, title: 'ＮＯＤＥ ﾃｽﾄ ㎏' });
  for (const keyword of ['node', 'NODE', 'ｎｏｄｅ', 'テスト', 'kg']) expect(await ids(keyword), keyword).toEqual([1]);
});

test('a title match outranks the summary, that a repeated word of the body, and that a single mention', async () => {
  await keep(
    { id: 1, body: `引擎引擎、引擎与引擎` },
    { id: 2, summary: '谈谈引擎' },
    { id: 3, title: '引擎' },
    { id: 4, body: '顺便提到引擎' },
  );
  expect(await ids('引擎')).toEqual([3, 2, 1, 4]);
});

test('among equals the newest comes first, in every page the same', async () => {
  await keep(
    ...Array.from({ length: 12 }, (_, index) => ({ id: index + 1, title: index % 3 ? filler : '引擎', body: '引擎' })),
  );
  const all = [10, 7, 4, 1, 12, 11, 9, 8, 6, 5, 3, 2];
  expect(await find('引擎', { limit: 50 })).toMatchObject({ ids: all, total: 12 });
  for (let offset = 0; offset < 14; offset += 1)
    expect((await find('引擎', { limit: 3, offset })).ids, `from ${offset}`).toEqual(all.slice(offset, offset + 3));
});

test('a document indexed again replaces itself, a removed one is not found', async () => {
  await keep({ id: 1, title: '旧的' });
  await keep({ id: 1, title: '新的' });
  expect(await ids('旧的')).toEqual([]);
  expect(await find('新的')).toMatchObject({ ids: [1], total: 1 });

  await store.db.transaction().execute((trx) => search.remove(trx, 1));
  await store.db.transaction().execute((trx) => search.remove(trx, 99));
  expect(await find('新的')).toMatchObject({ ids: [], total: 0 });
});

test('query syntax of the index is searched as text', async () => {
  await keep({ id: 1, title: 'OR AND NOT NEAR', body: `"引号" 'quote' \\ {title} : * ^ - ( ) & | ! <-> 春天` });
  const hostile = [
    '"',
    "'",
    "''",
    '\\',
    '*',
    '引号"',
    '"引号" OR "x',
    "quote' | 'x",
    '{title}:春天',
    '春天)',
    '-春天',
    '春天*',
  ];
  for (const keyword of [...hostile, 'NOT', 'and', 'near(', '^or', '!', '<->', ':*', "');drop"])
    await expect(find(keyword), keyword).resolves.toBeDefined();
  expect(await ids('not')).toEqual([1]);
  expect(await ids('"春天"')).toEqual([1]);
});

test('lone surrogates, control characters and punctuation find nothing and raise no error', async () => {
  await keep({ id: 1, title: '\ud800春天\udc00', summary: '\u0000', body: '天\ud842野' }, { id: 2, title: '𠮷野家🍜' });
  for (const keyword of ['\ud800', '\udfb7', '\u0000', '🍜', '！？', ''])
    expect(await ids(keyword), keyword).toEqual([]);
  expect(await ids('春\ud800天')).toEqual([1]);
  expect(await ids('𠮷野')).toEqual([2]);
  expect(await ids('𠮷')).toEqual([2]);
});

test('texts beyond the database’s limit are indexed in part', async () => {
  const many = Array.from({ length: 150_000 }, (_, index) => `w${index.toString(36)}`).join(' ');
  await keep({ id: 1, title: '长文', body: `${many} ${'超'.repeat(20_000)} ${'x'.repeat(5000)}` });
  expect(await ids('长文')).toEqual([1]);
  expect(await ids('w1a')).toEqual([1]);
  await expect(ids('x'.repeat(100))).resolves.toBeDefined();
  await expect(ids('长'.repeat(100))).resolves.toEqual([]);
});

test('an index in a transaction that fails is not kept', async () => {
  const failing = store.db.transaction().execute(async (trx) => {
    await search.index(trx, { id: 1, date: 0, title: '春天', summary: '', body: '' });
    throw new Error('停电');
  });
  await expect(failing).rejects.toThrow('停电');
  expect(await ids('春天')).toEqual([]);
});

test('results are counted and shown up to a thousand', async () => {
  const write = (id: number) => ({ id, date: id * hour, title: '雨', summary: '', body: '' });
  await store.db.transaction().execute(async (trx) => {
    for (let id = 1; id <= 1005; id++) await search.index(trx, write(id));
  });
  expect(await find('雨')).toMatchObject({
    ids: [1005, 1004, 1003, 1002, 1001, 1000, 999, 998, 997, 996],
    total: 1000,
  });
  expect((await find('雨', { limit: 10, offset: 995 })).ids).toEqual([10, 9, 8, 7, 6]);
  expect((await find('雨', { offset: 1000 })).ids).toEqual([]);
});

test('matches of one kind come newest first, however far apart their ids are', async () => {
  const from = (first: number) => Array.from({ length: 40 }, (_, index) => first + index);
  const ids = [...from(1), ...from(60_000), ...from(69_960)];
  await keep(...ids.map((id) => ({ id, body: '苔' })), { id: 70_001, body: '藓' });
  const newestFirst = ids.toReversed();
  for (const [offset, limit] of [
    [0, 10],
    [30, 10],
    [35, 10],
    [45, 30],
    [75, 10],
    [115, 10],
    [120, 10],
  ] as const)
    expect(await find('苔', { limit, offset }), String(offset)).toMatchObject({
      ids: newestFirst.slice(offset, offset + limit),
      total: ids.length,
    });
  await store.db.transaction().execute((trx) => search.remove(trx, 69_999));
  expect((await find('苔', { limit: 1 })).ids).toEqual([69_998]);
});

test('a common word among thousands of documents of one date is looked up in the newest of them', async () => {
  if (store.dialect !== 'postgres') return; // SQLite's rows stand in the order of time
  await sql`insert into search (rowid, date, words)
    select number, ${500 * 24 * hour}, ${"'潮汐'"}::tsvector from generate_series(1, 6000) as number`.execute(store.db);
  await keep({ id: 9000, title: '潮汐', date: 0 }, { id: 7000, title: '潮汐', date: 501 * 24 * hour });
  await sql`analyze search`.execute(store.db);

  const recorder = recordStatements();
  try {
    expect(await find('潮汐')).toMatchObject({ ids: [7000, 9000, 6000, 5999, 5998, 5997, 5996, 5995, 5994, 5993] });
  } finally {
    recorder.stop();
  }
  const lookups = [...recorder.runs.values()].filter(({ text }) => /words @@.*order by date desc/s.test(text));
  const rows = await store.db.transaction().execute(async (trx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
      trx,
    );
    return Promise.all(lookups.map((run) => rowsReadFrom(trx, 'search', run)));
  });
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.toSorted((a, b) => b - a)[0]).toBeLessThan(1000);
});
