import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSite } from '../../test/site.ts';

let site: Awaited<ReturnType<typeof testSite>>;

beforeEach(async () => {
  site = await testSite();
});
afterEach(() => site.close());

const list = (query: { pageNo?: number; pageSize?: number; topic?: string } = {}) => site.as(null).says.list({ query });
const texts = async (query?: Parameters<typeof list>[0]) => (await list(query)).records.map(({ text }) => text);

test('a site without says has an empty page', async () => {
  expect(await list()).toEqual({ records: [], total: 0, pages: 0, pageNo: 1, pageSize: 10 });
  expect(await texts({ topic: '雨' })).toEqual([]);
});

test('a say comes with its author, pictures, place and what is made of its text', async () => {
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
      author: { id: site.lin.id, nickname: '小林', avatar: '' },
      likes: 0,
      comments: 0,
      createdAt: '1970-01-01T00:00:01.000Z',
    },
  ]);
});

test('the newest come first, page by page, those of one moment by number', async () => {
  for (const number of [1, 2, 3, 4, 5]) await site.says({ text: String(number), createdAt: number > 3 ? 9 : number });
  expect(await list({ pageSize: 2 })).toMatchObject({ total: 5, pages: 3, pageNo: 1, pageSize: 2 });
  expect(await texts({ pageSize: 2 })).toEqual(['5', '4']);
  expect(await texts({ pageSize: 2, pageNo: 2 })).toEqual(['3', '2']);
  expect(await texts({ pageSize: 2, pageNo: 3 })).toEqual(['1']);
  expect(await texts({ pageSize: 2, pageNo: 4 })).toEqual([]);
});

test('what is for its author only appears to nobody in the list, not even to its author', async () => {
  await site.says({ text: '只给自己 #雨', isPublic: false });
  await site.says({ text: '给大家' });
  for (const viewer of [null, site.ming, site.lin, site.owner]) {
    const page = await site.as(viewer).says.list({ query: {} });
    expect(page.records.map(({ text }) => text)).toEqual(['给大家']);
    expect(page.total).toBe(1);
    expect(await site.as(viewer).says.list({ query: { topic: '雨' } })).toMatchObject({ records: [], total: 0 });
  }
  expect((await site.as(null).home.show()).says.map(({ text }) => text)).toEqual(['给大家']);
});

test('one topic may be asked for, exactly as it is written', async () => {
  await site.says({ text: '甲 #雨', createdAt: 1 });
  await site.says({ text: '乙 #雨天', createdAt: 2 });
  await site.says({ text: '丙 #写字##雨# #写字', createdAt: 3 });
  expect(await texts({ topic: '雨' })).toEqual(['丙 #写字##雨# #写字', '甲 #雨']);
  expect(await list({ topic: '雨', pageSize: 1 })).toMatchObject({ total: 2, pages: 2 });
  expect((await list({ topic: '写字' })).records[0]?.topics).toEqual(['写字', '雨']);
  for (const topic of ['%', '_', "雨'", '雨"or"1"="1', '天']) expect(await texts({ topic })).toEqual([]);
});

test('hostile texts are only text', async () => {
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

test('writing drops the pages that show says, and a say that fails leaves nothing behind', async () => {
  await site.says({ text: '#雨' });
  const entries = await site.db.selectFrom('outbox').select(['kind', 'payload']).execute();
  expect(entries).toEqual([{ kind: 'drop-pages', payload: '{"tags":["says"]}' }]);

  await expect(site.says({ text: '#雨', authorId: 999 })).rejects.toThrow();
  expect(await site.db.selectFrom('sayTopics').select('topic').execute()).toHaveLength(1);
  expect(await site.db.selectFrom('outbox').select('id').execute()).toHaveLength(1);
});
