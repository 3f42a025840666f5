import type { Notice } from '@mojian/contract/core/notices';
import { expect, test } from 'vitest';
import { joinNewest, joinNext } from './use-notices.ts';

const notice = (id: number) => ({ id, createdAt: new Date(id * 1000).toISOString() }) as Notice;
const part = (ids: number[], next: string | null = 'more') => ({ records: ids.map(notice), next });
const ids = (joined: ReturnType<typeof joinNewest>) => joined.records.map(({ id }) => id);

test('new notices come first, and loaded older ones stay', () => {
  const joined = joinNewest(part([5, 4, 3, 2], 'older'), part([6, 5, 4]));
  expect(ids(joined)).toEqual([6, 5, 4, 3, 2]);
  expect(joined.next).toBe('older');
});

test('notices removed meanwhile disappear', () => {
  expect(ids(joinNewest(part([5, 4, 3, 2]), part([5, 3])))).toEqual([5, 3, 2]);
});

test('more new notices than a page holds replace the list, which else would lack those between', () => {
  const joined = joinNewest(part([5, 4, 3], 'older'), part([10, 9, 8], 'newer'));
  expect(ids(joined)).toEqual([10, 9, 8]);
  expect(joined.next).toBe('newer');
});

test('a next page is appended once, and not to a list that was replaced meanwhile', () => {
  const list = part([5, 4, 3], 'older');
  expect(joinNext(list, part([3, 2], 'oldest'), 'older')).toEqual(part([5, 4, 3, 2], 'oldest'));
  const replaced = part([10, 9, 8], 'newer');
  expect(joinNext(replaced, part([2, 1]), 'older')).toBe(replaced);
});

test('a newest part that is the last replaces the list', () => {
  expect(ids(joinNewest(part([5, 4, 3]), part([4], null)))).toEqual([4]);
  expect(ids(joinNewest(undefined, part([4])))).toEqual([4]);
  expect(joinNewest(part([5, 4]), part([4])).next).toBe('more');
});
