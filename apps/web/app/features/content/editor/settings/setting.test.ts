import { expect, test } from 'vitest';
import { truncate } from './setting.tsx';

test('text is cut to the limit without splitting characters', () => {
  expect(truncate('立冬', 3)).toBe('立冬');
  expect(truncate('立冬，看湖', 2)).toBe('立冬');
  expect(truncate('立😀冬', 2)).toBe('立');
  expect(truncate('立😀冬', 3)).toBe('立😀');
});
