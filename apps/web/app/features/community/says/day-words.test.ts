import { expect, test } from 'vitest';
import { dayInChina } from '../../../ui/moment.tsx';
import { dayWords } from './day-words.ts';

test('days near today have names, others their numbers', () => {
  expect(dayWords('2026-11-20', '2026-11-20')).toEqual({ large: '今日', small: '十一月二十' });
  expect(dayWords('2026-11-19', '2026-11-20')).toEqual({ large: '昨日', small: '十一月十九' });
  expect(dayWords('2026-11-17', '2026-11-20')).toEqual({ large: '十七', small: '十一月' });
});

test('yesterday may have been last year', () => {
  expect(dayWords('2025-12-31', '2026-01-01')).toEqual({ large: '昨日', small: '十二月三十一' });
  expect(dayWords('2025-12-30', '2026-01-01')).toEqual({ large: '三十', small: '二〇二五年十二月' });
});

test('the day is that of China', () => {
  expect(dayInChina('2026-11-19T16:00:00.000Z')).toBe('2026-11-20');
});
