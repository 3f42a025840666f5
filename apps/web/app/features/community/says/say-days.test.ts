import type { Say } from '@mojian/contract/community/says';
import { expect, test } from 'vitest';
import { byMonth, dayName, dayNote, fullDay, monthName } from './say-days.ts';

const say = (id: number, at: string) => ({ id, createdAt: new Date(at).toISOString() }) as Say;

test('says are grouped by the day and the month of China, which turn at its midnight', () => {
  const months = byMonth([
    say(4, '2026-11-01T08:00:00+08:00'),
    say(3, '2026-11-01T00:00:00+08:00'),
    say(2, '2026-10-31T23:59:59+08:00'),
    say(1, '2026-10-31T00:00:00+08:00'),
  ]);
  expect(
    months.map(({ month, days }) => [month, ...days.map(({ day, says }) => [day, ...says.map(({ id }) => id)])]),
  ).toEqual([
    ['2026-11', ['2026-11-01', 4, 3]],
    ['2026-10', ['2026-10-31', 2, 1]],
  ]);
  expect(byMonth([])).toEqual([]);
});

test('days have short names, and below them the solar term that begins or the weekday', () => {
  const names = ['01', '10', '11', '19', '20', '21', '29', '30', '31'].map((day) => dayName(`2026-10-${day}`));
  expect(names).toEqual(['一日', '十日', '十一', '十九', '二十', '廿一', '廿九', '三十', '卅一']);
  expect(['2026-11-21', '2026-11-22', '2026-11-23'].map(dayNote)).toEqual(['周六', '小雪', '周一']);
  expect(fullDay('2026-11-27')).toBe('十一月二十七，星期五');
});

test('a month of another year has its year', () => {
  expect([monthName('2026-11', '2026'), monthName('2025-02', '2026'), monthName('2026-01')]).toEqual([
    '十一月',
    '2025 年二月',
    '一月',
  ]);
});
