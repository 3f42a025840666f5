import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { selectNewest } from './board.queries.ts';

const site = freshSite();

type Message = { text?: string; nickname?: string; authorId?: number | null; place?: string; createdAt?: number };
const write = (...messages: Message[]) =>
  site.db
    .insertInto('boardMessages')
    .values(
      messages.map((message) => ({
        text: '你好',
        nickname: '游客',
        place: '',
        authorId: null,
        createdAt: 0,
        ...message,
      })),
    )
    .execute();
const list = (query: { pageNo?: number; pageSize?: number; after?: string | undefined } = {}) =>
  site.as(null).board.list({ query });
const texts = async (query?: Parameters<typeof list>[0]) => (await list(query)).records.map(({ text }) => text);

test('a board without messages has an empty page', async () => {
  expect(await list()).toEqual({ records: [], total: 0, pages: 0, pageNo: 1, pageSize: 10, next: null });
});

test('a visitor’s message keeps its name, a member’s shows their present one', async () => {
  await site.db.updateTable('users').set({ avatar: '/files/a.webp' }).where('id', '=', site.ming.id).execute();
  await write({ place: '浙江', createdAt: 1000 }, { authorId: site.ming.id, nickname: '旧名', createdAt: 2000 });
  expect((await list()).records).toMatchObject([
    { nickname: '阿明', avatar: '/files/a.webp', place: '', createdAt: '1970-01-01T00:00:02.000Z' },
    { id: 1, nickname: '游客', avatar: '', place: '浙江', text: '你好', createdAt: '1970-01-01T00:00:01.000Z' },
  ]);

  await site.db.deleteFrom('users').where('id', '=', site.ming.id).execute();
  expect((await list()).records[0]).toMatchObject({ nickname: '旧名', avatar: '' });
});

test('messages are paged newest first, those of one moment by id', async () => {
  await write(...[1, 2, 3, 4, 5].map((number) => ({ text: String(number), createdAt: number > 3 ? 9 : number })));
  expect(await texts({ pageSize: 2 })).toEqual(['5', '4']);
  expect(await texts({ pageSize: 2, pageNo: 2 })).toEqual(['3', '2']);
  expect(await texts({ pageSize: 2, pageNo: 3 })).toEqual(['1']);
  expect(await list({ pageSize: 2 })).toMatchObject({ total: 5, pages: 3 });
});

test('new messages do not shift pages', async () => {
  await write(...[1, 2, 3, 4, 5].map((number) => ({ text: String(number), createdAt: number > 3 ? 9 : number })));
  const first = await list({ pageSize: 2 });
  await write({ text: '6', createdAt: 10 });
  const second = await list({ pageSize: 2, pageNo: 2, after: first.next ?? undefined });
  expect(second.records.map(({ text }) => text)).toEqual(['3', '2']);
  expect(second).toMatchObject({ total: 6, pageNo: 2 });
  const third = await list({ pageSize: 2, pageNo: 3, after: second.next ?? undefined });
  expect(third).toMatchObject({ records: [{ text: '1' }], next: null });
});

test.each(['x', '1', '1-', '1-2-3', '1--2', '1-2;', '9'.repeat(50)])('%j is no place in the list', async (after) => {
  await expect(list({ after })).rejects.toMatchObject({ id: 'invalid-input', field: 'after' });
});

test('the stored count stays right after posting, hiding, releasing and deleting', async () => {
  await write({}, {}, { authorId: site.ming.id }, { authorId: site.ming.id });
  const messages = () => site.db.updateTable('boardMessages');
  await messages().set({ state: 'held' }).where('id', 'in', [1, 3]).execute();
  expect((await list()).total).toBe(2);
  await messages().set({ state: 'held' }).where('id', '=', 1).execute();
  await messages().set({ state: 'shown' }).where('id', '=', 3).execute();
  expect((await list()).total).toBe(3);
  await site.db.deleteFrom('users').where('id', '=', site.ming.id).execute();
  expect((await list()).total).toBe(3);
  await site.db.deleteFrom('boardMessages').where('id', '<', 4).execute();
  expect((await list()).total).toBe(1);
  await site.db.deleteFrom('boardMessages').execute();
  expect((await list()).total).toBe(0);
});

test('a message is returned as text, never as HTML', async () => {
  const text = '<img src=x onerror=alert(1)> **不是强调** https://a.cn';
  await write({ text, nickname: '<b>', place: '</script>' });
  expect((await list()).records[0]).toMatchObject({ text, nickname: '<b>', place: '</script>' });
});

test('a page of ten thousand messages is read from the index', async () => {
  const batch = Array.from({ length: 1000 }, (_, index) => ({ createdAt: index }));
  for (let count = 0; count < 10; count++) await write(...batch);
  for (const place of [{ offset: 9000 }, { offset: 0, before: [500, 1] }]) {
    const deep = selectNewest(site.db, { limit: 10, ...place });
    const plan = JSON.stringify(await explain(deep));
    expect(await deep.execute()).toHaveLength(10);
    expect(plan).toContain('boardMessagesNew');
    expect(plan).not.toMatch(/SCAN boardMessages"|Seq Scan on \\"boardMessages/);
  }
  expect((await list({ pageNo: 200, pageSize: 50 })).records).toHaveLength(50);
});

async function explain(query: ReturnType<typeof selectNewest>) {
  if (site.dialect === 'sqlite') return query.explain(undefined, sql`query plan`);
  await sql`analyze "boardMessages"`.execute(site.db);
  return query.explain();
}
