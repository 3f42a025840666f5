import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { showArchive } from './archive.ts';

const site = freshSite();

const archive = (year?: number, month?: number) => site.as(null).articles.archive({ query: { year, month } });
const write = (title: string, time: string, more: object = {}) =>
  site.writes({ title, publishedAt: Date.parse(time), ...more });

test('a site without articles has an empty archive', async () => {
  const empty = { total: 0, words: 0, firstYear: null, years: [], days: [] };
  expect(await archive()).toEqual(empty);
  expect(await archive(2020)).toEqual(empty);
});

test('years, months and days begin at midnight in China time', async () => {
  const old = await write('除夕前', '2024-12-31T23:59:59+08:00', { markdown: '五个字而已' });
  const fresh = await write('元旦', '2025-01-01T00:00:00+08:00', { category: '四时', markdown: '三个字' });
  expect(await archive()).toMatchObject({
    total: 2,
    words: 8,
    firstYear: 2024,
    years: [
      {
        year: 2025,
        count: 1,
        months: [
          {
            month: 1,
            articles: [{ id: fresh, title: '元旦', publishedAt: '2024-12-31T16:00:00.000Z', category: '四时' }],
          },
        ],
      },
      { year: 2024, count: 1, months: [{ month: 12, articles: [{ id: old, title: '除夕前', category: '' }] }] },
    ],
  });
});

test('within a year the newest month and article come first', async () => {
  await write('甲', '2025-03-01T12:00:00+08:00');
  await write('乙', '2025-03-02T12:00:00+08:00');
  await write('丙', '2025-05-01T12:00:00+08:00');
  const [year] = (await archive()).years;
  expect(year?.months.map(({ month, articles }) => [month, ...articles.map(({ title }) => title)])).toEqual([
    [5, '丙'],
    [3, '乙', '甲'],
  ]);
});

test('a request for one year lists that year and counts the others', async () => {
  await write('旧', '2019-03-01T12:00:00+08:00');
  await write('新', '2025-03-01T12:00:00+08:00');
  const shown = (years: Awaited<ReturnType<typeof archive>>['years']) =>
    years.map(({ year, count, months }) => [year, count, months.length]);
  expect(shown((await archive(2019)).years)).toEqual([
    [2025, 1, 0],
    [2019, 1, 1],
  ]);
  expect(shown((await archive(1999)).years)).toEqual([
    [2025, 1, 0],
    [2019, 1, 0],
  ]);
  for (const year of [1, 99, 9999]) expect(shown((await archive(year)).years)).toHaveLength(2);
});

test('the archive shows whole years up to 100 articles, and at least one', async () => {
  const id = await write('样板', '2025-06-01T12:00:00+08:00');
  const { id: _, ...sample } = await site.db
    .selectFrom('articles')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const copies = (time: string, count: number) =>
    site.db
      .insertInto('articles')
      .values(Array.from({ length: count }, () => ({ ...sample, publishedAt: Date.parse(time) })))
      .execute();
  const shownYears = async () =>
    (await archive()).years.filter(({ months }) => months.length > 0).map(({ year }) => year);

  await copies('2024-06-01T12:00:00+08:00', 99);
  await copies('2023-06-01T12:00:00+08:00', 1);
  expect(await shownYears()).toEqual([2025, 2024]);
  await copies('2025-06-02T12:00:00+08:00', 150);
  expect(await shownYears()).toEqual([2025]);
  expect((await archive()).total).toBe(251);
});

test('a request for one month lists that month and counts the others of its year', async () => {
  await write('甲', '2025-03-01T12:00:00+08:00');
  await write('乙', '2025-05-31T23:59:59+08:00');
  await write('丙', '2024-05-01T12:00:00+08:00');
  const months = (await archive(2025, 3)).years.map(({ months }) =>
    months.map(({ month, count, articles }) => [month, count, ...articles.map(({ title }) => title)]),
  );
  expect(months).toEqual([
    [
      [5, 1],
      [3, 1, '甲'],
    ],
    [],
  ]);
  expect((await archive(2025, 4)).years[0]?.months.map(({ articles }) => articles.length)).toEqual([0, 0]);
  await expect(archive(undefined, 3)).rejects.toMatchObject({ id: 'invalid-input', field: 'year' });
});

test('the heat map counts the days of the last 53 weeks in China', async () => {
  const now = Date.parse('2026-11-21T00:30:00+08:00');
  const days = 86_400_000;
  for (const age of [0, 0.01, 0.1, 370, 371, 400]) await site.writes({ publishedAt: now - age * days });
  expect((await showArchive(site.db, {}, now)).days).toEqual([
    { day: '2025-11-16', count: 1 },
    { day: '2026-11-20', count: 1 },
    { day: '2026-11-21', count: 2 },
  ]);
});
