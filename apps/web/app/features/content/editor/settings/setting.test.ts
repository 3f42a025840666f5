import { expect, test } from 'vitest';
import { truncate } from './setting.tsx';

test('what fits is kept, and no character is cut in two', () => {
  expect(truncate('立冬', 3)).toBe('立冬');
  expect(truncate('立冬，看湖', 2)).toBe('立冬');
  expect(truncate('立😀冬', 2)).toBe('立');
  expect(truncate('立😀冬', 3)).toBe('立😀');
});
