import { expect, test } from 'vitest';
import { resultCount, searchAddress } from './search-address.ts';

test('a number of results at the limit of counting says that there may be more', () => {
  expect([resultCount(3), resultCount(999), resultCount(1000)]).toEqual([
    '找到 3 处',
    '找到 999 处',
    '找到至少 1,000 处',
  ]);
});

test('the address of a search leaves out what is usual', () => {
  expect(searchAddress('纸', { sort: 'best', page: 1 })).toBe(`/search?q=${encodeURIComponent('纸')}`);
  expect(searchAddress('a', { kind: 'say', year: 2024, categoryId: 3, sort: 'new', page: 2 })).toBe(
    '/search?q=a&kind=say&year=2024&category=3&sort=new&page=2',
  );
});
