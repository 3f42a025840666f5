import { expect, test } from 'vitest';
import { durationText, intervalText } from './words.ts';

test('stretches of time are told in words', () => {
  expect([10, 60, 600, 3600, 86_400, 90].map(intervalText)).toEqual([
    ...['每 10 秒', '每分钟', '每 10 分钟', '每小时', '每天', '每 90 秒'],
  ]);
  expect([12, 3400, 125_000].map(durationText)).toEqual(['12 毫秒', '3.4 秒', '2 分 5 秒']);
});
