import { chinaDay } from '@mojian/contract/platform/time';
import { expect, test } from 'vitest';
import { chinaMonth, chinaMonthStart } from './dates.ts';

test('a day begins at midnight in China', () => {
  expect(chinaDay(Date.parse('2025-12-31T15:59:59.999Z'))).toBe('2025-12-31');
  expect(chinaDay(Date.parse('2025-12-31T16:00:00.000Z'))).toBe('2026-01-01');
  expect(chinaMonth(Date.parse('2025-12-31T16:00:00.000Z'))).toEqual({ year: 2026, month: 1 });
});

test('a year begins where its first day does, the first century included', () => {
  expect(new Date(chinaMonthStart(2026, 1)).toISOString()).toBe('2025-12-31T16:00:00.000Z');
  expect(new Date(chinaMonthStart(99, 1)).toISOString()).toBe('0098-12-31T16:00:00.000Z');
});
