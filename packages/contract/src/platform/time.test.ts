import { expect, test } from 'vitest';
import { leftOfDay } from './time.ts';

test('the day ends at midnight in China', () => {
  expect(leftOfDay(Date.parse('2026-11-28T23:59:59+08:00'))).toBe(1000);
  expect(leftOfDay(Date.parse('2026-11-28T16:00:00Z'))).toBe(86_400_000);
});
