import { expect, test } from 'vitest';
import { slipOf } from './slip.ts';

const at = (time: string) => slipOf(Date.parse(time));

test('the slip names the solar term and the lunar month', () => {
  expect(at('2026-11-22T12:00:00+08:00')).toEqual({ term: '小雪', month: '丙午年十月' });
  expect(at('2024-02-09T12:00:00+08:00')).toEqual({ term: '立春', month: '癸卯年腊月' });
  expect(at('2024-02-10T12:00:00+08:00')).toEqual({ term: '立春', month: '甲辰年正月' });
});

test('the day is the one in China', () => {
  expect(at('2026-11-21T16:30:00Z').term).toBe('小雪');
  expect(at('2026-11-21T15:30:00Z').term).toBe('立冬');
});
