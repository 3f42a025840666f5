import { expect, test } from 'vitest';
import { firstOf } from './setting.tsx';

test('what fits is kept, and no character is cut in two', () => {
  expect(firstOf('立冬', 3)).toBe('立冬');
  expect(firstOf('立冬，看湖', 2)).toBe('立冬');
  expect(firstOf('立😀冬', 2)).toBe('立');
  expect(firstOf('立😀冬', 3)).toBe('立😀');
});
