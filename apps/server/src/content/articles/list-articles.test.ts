import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

const noon = Date.parse('2026-05-01T04:00:00Z');
const day = 86_400_000;

const list = (query: object = {}) => site.as(null).articles.list({ query });
const titles = async (query: object = {}) => (await list(query)).records.map(({ title }) => title);

/** Titles 一 to 五, one day apart. */
async function fiveArticles() {
  for (const [index, title] of [...'一二三四五'].entries())
    await site.writes({ title, publishedAt: noon + index * day, pinned: title === '二' });
}

test('a site without articles lists none', async () => {
  expect(await list()).toEqual({ records: [], total: 0, pages: 0, pageNo: 1, pageSize: 10 });
  expect(await list({ pageNo: 7, sort: 'hot' })).toMatchObject({ records: [], total: 0, pageNo: 7 });
});

test('a card has title, summary, author, dates, counts and cover', async () => {
  const id = await site.writes({
    title: '春分',
    markdown: `雨水落在屋檐。${'字'.repeat(800)}`,
    summary: '一句话',
    category: '四时',
    tags: ['雨', '春'],
    original: false,
    readType: 4,
    pinned: true,
    publishedAt: noon,
    updatedAt: noon + day,
  });
  expect((await list()).records).toEqual([
    {
      id,
      isAlbum: false,
      path: `/article/${id}`,
      title: '春分',
      summary: '一句话',
      cover: '',
      coverNumber: expect.any(Number),
      focusX: 50,
      focusY: 50,
      category: { id: expect.any(Number), name: '四时', pigment: 'plain' },
      tags: [
        { id: expect.any(Number), name: '春' },
        { id: expect.any(Number), name: '雨' },
      ],
      author: { id: site.lin.id, nickname: '小林', avatar: '', guest: false },
      original: false,
      pinned: true,
      readType: 4,
      words: 806,
      minutes: 2,
      views: 0,
      likes: 0,
      comments: 0,
      publishedAt: '2026-05-01T04:00:00.000Z',
      updatedAt: '2026-05-02T04:00:00.000Z',
    },
  ]);
});

test('pinned articles come first, then the newest', async () => {
  await fiveArticles();
  expect(await titles()).toEqual([...'二五四三一']);
});

test('articles can be sorted by views', async () => {
  await fiveArticles();
  await site.db.updateTable('articles').set({ views: 9 }).where('title', 'in', ['一', '三']).execute();
  expect(await titles({ sort: 'hot' })).toEqual([...'三一五四二']);
});

test('pages have no gap and no repetition', async () => {
  for (let number = 0; number < 7; number++) await site.writes({ title: `第${number}篇`, publishedAt: noon });
  const pages = await Promise.all([1, 2, 3, 4].map((pageNo) => list({ pageNo, pageSize: 3 })));
  expect(pages.map(({ records }) => records.length)).toEqual([3, 3, 1, 0]);
  expect(pages.flatMap(({ records }) => records.map(({ title }) => title))).toEqual(
    [6, 5, 4, 3, 2, 1, 0].map((number) => `第${number}篇`),
  );
  expect(pages[0]).toMatchObject({ total: 7, pages: 3, pageNo: 1, pageSize: 3 });
});

test('articles can be filtered by category, by tag, or both', async () => {
  await site.writes({ title: '甲', category: '四时', tags: ['雨'] });
  await site.writes({ title: '乙', category: '四时', tags: ['雪'] });
  await site.writes({ title: '丙', category: '书', tags: ['雨', '雪'] });
  const [seasons] = await site.as(null).categories.list();
  const rain = (await site.as(null).tags.list()).find(({ name }) => name === '雨');

  expect(await titles({ categoryId: seasons?.id })).toEqual(['乙', '甲']);
  expect(await titles({ tagId: rain?.id })).toEqual(['丙', '甲']);
  expect(await list({ categoryId: seasons?.id, tagId: rain?.id })).toMatchObject({
    records: [{ title: '甲' }],
    total: 1,
  });
});

test('an unknown category or tag is named in the refusal', async () => {
  await expect(list({ categoryId: 99 })).rejects.toMatchObject({
    id: 'not-found',
    message: '分类不存在',
    field: 'categoryId',
  });
  await expect(list({ tagId: 99 })).rejects.toMatchObject({ id: 'not-found', message: '标签不存在', field: 'tagId' });
});

test('only published articles are listed, for every viewer', async () => {
  for (const state of ['draft', 'pending', 'scheduled', 'withdrawn', 'refused'] as const)
    await site.writes({ title: state, state, category: state, tags: [state] });
  await site.writes({ title: '在' });
  const removed = await site.writes({ title: '不在' });
  await site.db.updateTable('articles').set({ removedAt: noon }).where('id', '=', removed).execute();

  for (const viewer of [null, site.ming, site.lin, site.owner])
    expect(await site.as(viewer).articles.list({ query: {} })).toMatchObject({ records: [{ title: '在' }], total: 1 });
  expect(await site.as(null).categories.list()).toEqual([]);
  expect(await site.as(null).tags.list()).toEqual([]);
});

test('a card carries the focal point of its cover, and the drawn one its author chose', async () => {
  const plain = await site.writes({ title: '立冬' });
  const chosen = await site.writes({ title: '立冬', coverNumber: 7, focusX: 20, focusY: 90 });
  const { records } = await site.as(null).articles.list({ query: {} });
  const cardOf = (id: number) => records.find((card) => card.id === id);
  expect(cardOf(chosen)).toMatchObject({ coverNumber: 7, focusX: 20, focusY: 90 });
  expect(cardOf(plain)).toMatchObject({ focusX: 50, focusY: 50 });
  expect(cardOf(plain)?.coverNumber).not.toBe(7);
});
