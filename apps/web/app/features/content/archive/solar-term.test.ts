import { expect, test } from 'vitest';
import { solarTerm } from './solar-term.ts';

test('a term begins on its own day', () => {
  expect(solarTerm('2026-11-21')).toBe('丙午年 立冬');
  expect(solarTerm('2026-11-22')).toBe('丙午年 小雪');
  expect(solarTerm('2024-06-20')).toBe('甲辰年 芒种');
  expect(solarTerm('2024-06-21')).toBe('甲辰年 夏至');
  expect(solarTerm('2025-03-20')).toBe('乙巳年 春分');
});

test('the year turns at 立春', () => {
  expect(solarTerm('2026-02-03')).toBe('乙巳年 大寒');
  expect(solarTerm('2026-02-04')).toBe('丙午年 立春');
  expect(solarTerm('2026-01-05')).toBe('乙巳年 小寒');
  expect(solarTerm('2025-12-31')).toBe('乙巳年 冬至');
});
