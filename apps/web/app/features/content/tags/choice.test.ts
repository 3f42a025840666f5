import { expect, test } from 'vitest';
import { chipsAddress, readChipsChoice, readNumber } from './choice.ts';

const read = (search: string) => readChipsChoice(new URLSearchParams(search));

test('an address is read and written alike', () => {
  expect(read('')).toEqual({ id: undefined, page: 1, by: 'new' });
  expect(read('id=3&page=2&by=hot')).toEqual({ id: 3, page: 2, by: 'hot' });
  for (const address of ['/tags', '/tags?id=3', '/tags?page=2', '/tags?id=3&page=2&by=hot'])
    expect(chipsAddress('/tags', read(address.split('?')[1] ?? ''))).toBe(address);
});

test('an empty parameter counts as absent', () => {
  expect(read('id=&page=')).toEqual({ id: undefined, page: 1, by: 'new' });
});

test('an invalid address is not found', () => {
  for (const search of ['id=0', 'id=-1', 'id=03', 'id=1.5', 'id=abc', 'id=1e3', 'id=99999999999', 'page=0', 'page=x'])
    expect(() => read(search), search).toThrow(expect.objectContaining({ id: 'not-found' }));
  expect(() => readNumber(new URLSearchParams('year=20260'), 'year', 9999)).toThrow();
});
