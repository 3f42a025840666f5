import { expect, test } from 'vitest';
import { changeQuery, readQuery } from './list-query.ts';

const after = (address: string, part: Record<string, string>) =>
  changeQuery(new URLSearchParams(address), part).toString();

test('the address gives a list its filters and its page, and nothing else', () => {
  const address = new URLSearchParams('text=雨&state=&review=7&pageNo=3');
  expect(readQuery(address, ['text', 'state', 'kind'])).toEqual({ text: '雨', pageNo: '3' });
});

test('a changed filter begins at the first page and leaves the others', () => {
  expect(after('state=held&pageNo=3&review=7', { text: 'rain' })).toBe('state=held&review=7&text=rain');
});

test('an emptied filter leaves the address, another page stays in it', () => {
  expect(after('state=held&text=rain', { state: '' })).toBe('text=rain');
  expect(after('state=held', { pageNo: '2', pageSize: '20' })).toBe('state=held&pageNo=2&pageSize=20');
});
