import { memberCover } from '@mojian/contract/core/cover-number';
import { expect, test } from 'vitest';
import { weekdayInChina } from './sign-in-week.tsx';
import { sinceWhen, siteWords } from './user-head.tsx';

test.each([
  ['2026-11-15T16:00:00Z', 0, 'Monday begins at midnight in China'],
  ['2026-11-15T15:59:59Z', 6, 'a second before it is still Sunday'],
  ['2026-11-21T12:00:00Z', 5, 'a Saturday'],
])('%s is day %i of the week: %s', (at, expected) => {
  expect(weekdayInChina(Date.parse(at))).toBe(expected);
});

test('a website is shown without protocol, www and trailing slash', () => {
  expect(siteWords('https://www.hesheng.example/')).toBe('hesheng.example');
  expect(siteWords('http://hesheng.example/blog/')).toBe('hesheng.example/blog');
});

test('the month of joining is in China time', () => {
  expect(sinceWhen('2022-03-31T20:00:00.000Z')).toBe('2022年4月来到这里');
});

test('neighbouring ids have different covers, and every id has one', () => {
  const numbers = Array.from({ length: 240 }, (_, index) => memberCover(index + 1));
  expect(new Set(numbers).size).toBe(240);
  expect(Math.max(...numbers)).toBeLessThan(240);
});
