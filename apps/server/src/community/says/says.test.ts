import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

const list = (query: { pageNo?: number; pageSize?: number; topic?: string } = {}) => site.as(null).says.list({ query });
const texts = async (query?: Parameters<typeof list>[0]) => (await list(query)).records.map(({ text }) => text);

test('a site without says has an empty page', async () => {
  expect(await list()).toEqual({ records: [], total: 0, pages: 0, pageNo: 1, pageSize: 10 });
  expect(await texts({ topic: '雨' })).toEqual([]);
});

test('a say has its author, pictures, place and rendered text', async () => {
  const pictures = [{ url: '/files/a.webp', width: 1200, height: 800 }];
  const id = await site.says({ text: '**雨**停了 #天气', place: '杭州', pictures, createdAt: 1000 });
  expect((await list()).records).toEqual([
    {
      id,
      text: '**雨**停了 #天气',
      html: '<p><strong>雨</strong>停了 <span class="topic">#天气</span></p>\n',
      topics: ['天气'],
      pictures,
      place: '杭州',
      weather: '',
      author: { id: site.lin.id, nickname: '小林', avatar: '', owner: false, website: null },
      seals: { like: 0, laugh: 0, recall: 0, hug: 0 },
      stamped: [],
      stampers: [],
      likes: 0,
      liked: false,
      isPublic: true,
      held: false,
      hasAiContent: false,
      mayEdit: false,
      mayDelete: false,
      comments: 0,
      createdAt: '1970-01-01T00:00:01.000Z',
    },
  ]);
});

test('says are paged newest first, those of one moment by id', async () => {
  for (const number of [1, 2, 3, 4, 5]) await site.says({ text: String(number), createdAt: number > 3 ? 9 : number });
  expect(await list({ pageSize: 2 })).toMatchObject({ total: 5, pages: 3, pageNo: 1, pageSize: 2 });
  expect(await texts({ pageSize: 2 })).toEqual(['5', '4']);
  expect(await texts({ pageSize: 2, pageNo: 2 })).toEqual(['3', '2']);
  expect(await texts({ pageSize: 2, pageNo: 3 })).toEqual(['1']);
  expect(await texts({ pageSize: 2, pageNo: 4 })).toEqual([]);
});

test('a private say is visible to its author only, not to staff', async () => {
  const id = await site.says({ text: '只给自己 #雨', isPublic: false, createdAt: 2 });
  await site.says({ text: '给大家', createdAt: 1 });
  for (const viewer of [null, site.ming, site.owner]) {
    const page = await site.as(viewer).says.list({ query: {} });
    expect(page.records.map(({ text }) => text)).toEqual(['给大家']);
    expect(page.total).toBe(1);
    for (const query of [{ topic: '雨' }, { id }])
      expect(await site.as(viewer).says.list({ query })).toMatchObject({ records: [], total: 0 });
  }
  const own = await site.as(site.lin).says.list({ query: {} });
  expect(own.records).toMatchObject([
    { text: '只给自己 #雨', isPublic: false, held: false, mayDelete: true },
    { text: '给大家', isPublic: true },
  ]);
  expect(own.total).toBe(2);
  expect((await site.as(site.lin).says.list({ query: { id } })).total).toBe(1);
  expect(await site.as(null).says.topics()).toEqual([]);
  expect((await site.as(null).home.show()).says.map(({ text }) => text)).toEqual(['给大家']);
  expect((await site.as(null).about.show()).counts.says).toBe(1);
});

test('a held say is visible to its author and the staff only', async () => {
  await site.says({ text: '等着 #雨', state: 'held', createdAt: 2 });
  await site.says({ text: '自己的也等着', state: 'held', isPublic: false, createdAt: 3 });
  for (const viewer of [null, site.ming]) expect((await site.as(viewer).says.list({ query: {} })).total).toBe(0);
  const own = await site.as(site.lin).says.list({ query: {} });
  expect(own.records.map(({ text, held }) => [text, held])).toEqual([
    ['自己的也等着', true],
    ['等着 #雨', true],
  ]);
  const staff = await site.as(site.owner).says.list({ query: {} });
  expect(staff.records).toMatchObject([{ text: '等着 #雨', held: true, mayEdit: false, mayDelete: false }]);
  expect(staff.total).toBe(1);
  expect(await site.as(null).says.topics()).toEqual([]);
  expect((await site.as(null).home.show()).says).toEqual([]);
  expect((await site.as(null).about.show()).counts.says).toBe(0);
});

test('the viewer’s own hidden says are paged in order among all others', async () => {
  for (const number of [1, 2, 3, 4, 5, 6])
    await site.says({ text: String(number), createdAt: number, isPublic: number % 2 === 0 });
  const pages = [];
  for (const pageNo of [1, 2, 3]) {
    const { records } = await site.as(site.lin).says.list({ query: { pageNo, pageSize: 2 } });
    pages.push(records.map(({ text }) => text).join(''));
  }
  expect(pages).toEqual(['65', '43', '21']);
  expect(await texts({ pageSize: 2, pageNo: 2 })).toEqual(['2']);
});

test('a say names the newest eight who like it, and the site’s owner is marked', async () => {
  const first = await site.says({ createdAt: 1 });
  const second = await site.says({ authorId: site.owner.id, createdAt: 2 });
  const people = await site.db
    .insertInto('users')
    .values(
      Array.from({ length: 10 }, (_, n) => ({
        nickname: `人${n}`,
        nicknameKey: `人${n}`,
        role: 'member' as const,
        createdAt: 0,
      })),
    )
    .returning('id')
    .execute();
  const like = (targetId: number, userId: number, createdAt: number) =>
    site.db.insertInto('likes').values({ kind: 'say', targetId, userId, createdAt }).execute();
  for (const [n, { id }] of people.entries()) await like(first, id, 100 - n);
  await like(second, site.ming.id, 5);
  await site.db
    .insertInto('likes')
    .values({ kind: 'article', targetId: second, userId: site.lin.id, createdAt: 9 })
    .execute();

  const { records } = await site.as(site.ming).says.list({ query: {} });
  expect(records[0]).toMatchObject({ liked: true, stampers: [{ nickname: '阿明' }], author: { owner: true } });
  expect(records[1]?.stampers.map(({ nickname }) => nickname)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((n) => `人${n}`));
  expect(records[1]).toMatchObject({ liked: false, author: { owner: false } });
});

test('recent topics are counted over public says, most frequent first', async () => {
  await site.says({ text: '#雨 #写字', createdAt: 1 });
  await site.says({ text: '#写字', createdAt: 2 });
  await site.says({ text: '#茶', createdAt: 3 });
  expect(await site.as(null).says.topics()).toEqual([
    { topic: '写字', count: 2 },
    { topic: '茶', count: 1 },
    { topic: '雨', count: 1 },
  ]);
});

test('says are filtered by exact topic', async () => {
  await site.says({ text: '甲 #雨', createdAt: 1 });
  await site.says({ text: '乙 #雨天', createdAt: 2 });
  await site.says({ text: '丙 #写字##雨# #写字', createdAt: 3 });
  expect(await texts({ topic: '雨' })).toEqual(['丙 #写字##雨# #写字', '甲 #雨']);
  expect(await list({ topic: '雨', pageSize: 1 })).toMatchObject({ total: 2, pages: 2 });
  expect((await list({ topic: '写字' })).records[0]?.topics).toEqual(['写字', '雨']);
  for (const topic of ['%', '_', "雨'", '雨"or"1"="1', '天']) expect(await texts({ topic })).toEqual([]);
});

test('hostile texts stay text', async () => {
  const hostile = [
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '[点我](javascript:alert(1)) [a](data:text/html,x) ![](https://evil.example/x.png)',
    '<span class="topic" onclick="x">#雨</span>\0\ud800',
    `${'>'.repeat(5000)}深`,
    "'; drop table says; --",
  ];
  for (const text of hostile) await site.says({ text, place: '<b>\0' });
  const { records, total } = await list();
  expect(total).toBe(hostile.length);
  for (const { html } of records) {
    expect(html).not.toMatch(/<(script|img|iframe|style)|<[^>]*\son\w+=|javascript:|data:/i);
    expect(html).not.toContain('<span class="topic" onclick');
  }
});

test('writing invalidates cached pages and notifies open screens, and a failure leaves nothing behind', async () => {
  await site.says({ text: '#雨' });
  const entries = await site.db.selectFrom('outbox').select(['kind', 'payload']).orderBy('id').execute();
  expect(entries).toEqual([
    { kind: 'live', payload: '{"events":[{"topic":"says","type":"say","id":1}]}' },
    { kind: 'drop-pages', payload: expect.stringContaining(`{"tags":["says","user:${site.lin.id}"],"addedAt":`) },
  ]);

  await expect(site.says({ text: '#雨', authorId: 999 })).rejects.toThrow();
  expect(await site.db.selectFrom('sayTopics').select('topic').execute()).toHaveLength(1);
  expect(await site.db.selectFrom('outbox').select('id').execute()).toHaveLength(2);
});
