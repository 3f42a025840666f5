import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { showCategoryIndex } from './category-index.ts';

const site = freshSite();

const at = (year: number, month: number) => Date.UTC(year, month - 1, 10, 4);
const write = (title: string, publishedAt: number, category = '漫步', more: object = {}) =>
  site.writes({ title, category, publishedAt, ...more });

test('each category has its newest four, the numbers of the last twelve months, and the cover of the newest', async () => {
  for (const month of [1, 2, 3, 4, 5]) await write(`${month}月`, at(2026, month));
  await write('前年', at(2024, 11));
  await write('去年这时', at(2025, 11));
  await write('去年下月', at(2025, 12));
  await write('草稿', at(2026, 6), '漫步', { state: 'draft' });
  await write('别处', at(2026, 1), '读书');
  const index = await showCategoryIndex(site.db, at(2026, 11));
  expect(index.map(({ name, articles }) => [name, articles])).toEqual([
    ['漫步', 8],
    ['读书', 1],
  ]);
  const [walks] = index;
  expect(walks?.newest.map(({ title }) => title)).toEqual(['5月', '4月', '3月', '2月']);
  expect(walks?.card?.title).toBe('5月');
  // from December of last year to November
  expect(walks?.months).toEqual([1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]);
  expect(JSON.stringify(await site.as(null).articles.categoryIndex())).not.toContain('草稿');
});

test('a category has its years with their numbers, and its articles of one year', async () => {
  const pinned = await write('置顶', at(2024, 1), '漫步', { pinned: true });
  for (const month of [2, 3, 4]) await write(`${month}月`, at(2024, month));
  await write('今年', at(2026, 1));
  const visitor = site.as(null);
  const [category] = await visitor.categories.list();
  const id = category?.id ?? 0;
  const { years, popular, coverNumber } = await visitor.articles.category({ query: { id } });
  expect(years).toEqual([
    { year: 2026, articles: 1 },
    { year: 2024, articles: 4 },
  ]);
  expect(popular).toHaveLength(3);
  expect(coverNumber).not.toBe(null);

  const titles = async (pageNo: number) => {
    const page = await visitor.articles.list({ query: { categoryId: id, year: 2024, pageNo, pageSize: 2 } });
    expect([page.total, page.pages]).toEqual([4, 2]);
    return page.records.map(({ title }) => title);
  };
  const first = (await visitor.articles.info({ query: { id: pinned } })).pinned ? ['置顶', '4月'] : ['4月', '3月'];
  expect(await titles(1)).toEqual(first);
  expect(new Set([...(await titles(1)), ...(await titles(2))])).toEqual(new Set(['置顶', '2月', '3月', '4月']));
  expect((await visitor.articles.list({ query: { categoryId: id, year: 2023 } })).total).toBe(0);
});

test('a year without a category and an unknown category are refused by name', async () => {
  await write('甲', at(2026, 1));
  for (const [url, field] of [
    ['/v1/article/?year=2024', 'year'],
    ['/v1/article/category?id=999', 'id'],
  ] as const)
    expect((await site.app.inject({ url })).json(), url).toMatchObject({ extra: { field } });
});

test('tags have the initial of their pinyin, others a sign', async () => {
  await site.writes({ tags: ['重庆', '雨', 'CSS'] });
  await site.writes({ tags: ['3D', 'été', 'ひらがな'] });
  const initials = (await site.as(null).tags.list()).map(({ name, initial }) => [name, initial]);
  expect(Object.fromEntries(initials)).toEqual({
    重庆: 'C',
    雨: 'Y',
    CSS: 'C',
    '3D': '#',
    été: 'E',
    ひらがな: '#',
  });
});
