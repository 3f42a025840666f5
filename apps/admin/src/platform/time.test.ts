import { expect, test } from 'vitest';
import { dayTime, durationText, intervalText, shortTime, timeWithSeconds } from './time.tsx';

test('times are in China’s time zone, with the year when it is not the present one', () => {
  const year = new Date().getUTCFullYear();
  expect(shortTime(`${year}-06-30T16:30:08Z`)).toBe('07-01 00:30');
  expect(timeWithSeconds(`${year}-06-30T16:30:08Z`)).toBe('07-01 00:30:08');
  expect(shortTime('2020-12-31T16:30:00Z')).toBe('2021-01-01 00:30');
  expect(dayTime('2020-12-31T16:30:00Z')).toBe('2021年1月1日 00:30');
});

test('durations and intervals are given in words', () => {
  expect([10, 60, 600, 3600, 86_400, 90].map(intervalText)).toEqual([
    '每 10 秒',
    '每分钟',
    '每 10 分钟',
    '每小时',
    '每天',
    '每 90 秒',
  ]);
  expect([12, 3400, 125_000].map(durationText)).toEqual(['12 毫秒', '3.4 秒', '2 分 5 秒']);
});
