import { expect, test } from 'vitest';
import { moved } from './moved.ts';

test.each([
  [0, 1, 'bac'],
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, -1, 'abc'],
  [2, 9, 'abc'],
  [0, 9, 'bca'],
  [7, 0, 'abc'],
])('moving item %i to %i gives %s', (from, to, expected) => {
  expect(moved([...'abc'], from, to).join('')).toBe(expected);
});
