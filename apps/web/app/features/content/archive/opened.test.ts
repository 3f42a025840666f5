import { expect, test } from 'vitest';
import { archiveAddress, type Month, openMonths, pagesBeside } from './opened.ts';

const rows = (from: number, length: number) =>
  Array.from({ length }, (_, row) => ({
    id: from + row,
    path: '',
    title: '',
    publishedAt: '2026-03-01T00:00:00.000Z',
    category: '',
  }));
const month = (number: number, count: number, from = 0, length = 0): Month => ({
  month: number,
  count,
  from,
  articles: rows(from, length),
});
const year = (months: Month[]) => ({ year: 2026, count: 0, months });
const shown = (opened: Map<number, Month[]>) =>
  opened.get(2026)?.map(({ month, from, articles }) => [month, from, articles.length]);

test('opened months stay open while others are loaded, and a next page continues its month', () => {
  const opened = new Map<number, Month[]>();
  openMonths(opened, [year([month(4, 3, 0, 3), month(3, 250)]), { year: 2025, count: 9, months: [] }]);
  expect([...opened.keys()]).toEqual([2026]);
  openMonths(opened, [year([month(4, 3), month(3, 250, 0, 100)])]);
  expect(shown(opened)).toEqual([
    [4, 0, 3],
    [3, 0, 100],
  ]);
  openMonths(opened, [year([month(4, 3), month(3, 250, 100, 100)])]);
  expect(shown(opened)?.[1]).toEqual([3, 0, 200]);
  openMonths(opened, [year([month(4, 3), month(3, 250, 0, 100)])]);
  expect(shown(opened)?.[1]).toEqual([3, 0, 100]);
});

test('a long month names the pages before and after', () => {
  expect(pagesBeside(month(3, 250))).toMatchObject({ newer: undefined, older: undefined });
  expect(pagesBeside(month(3, 250, 0, 100))).toEqual({ newer: undefined, older: 2, left: 150 });
  expect(pagesBeside(month(3, 250, 100, 100))).toEqual({ newer: 1, older: 3, left: 50 });
  expect(pagesBeside(month(3, 250, 200, 50))).toMatchObject({ newer: 2, older: undefined });
});

test('an address names year, month and page', () => {
  expect(archiveAddress({})).toBe('/archive');
  expect(archiveAddress({ year: 2026 })).toBe('/archive?year=2026');
  expect(archiveAddress({ year: 2026, month: 3 })).toBe('/archive?year=2026&month=3');
  expect(archiveAddress({ year: 2026, month: 3, page: 2 })).toBe('/archive?year=2026&month=3&page=2');
});
