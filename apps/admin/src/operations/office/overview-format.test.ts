import { expect, test } from 'vitest';
import { changeText, chartScale, dateInWords, greeting, labelledDays, timeAgo } from './overview-format.ts';

test('days, times and changes are given in words', () => {
  expect(['2026-11-20', '2026-01-31', '2026-10-10', '2026-02-11'].map(dateInWords)).toEqual([
    '十一月二十日，星期五',
    '一月三十一日，星期六',
    '十月十日，星期六',
    '二月十一日，星期三',
  ]);
  expect([0, 5, 10, 12, 15, 22, 23].map(greeting)).toEqual([
    '夜深了',
    '早',
    '早',
    '中午好',
    '下午好',
    '晚上好',
    '夜深了',
  ]);
  expect(
    [
      changeText(82, 100),
      changeText(104, 100),
      changeText(5, 5),
      changeText(5, 0),
      changeText(1001, 1000),
      changeText(90, 3),
    ].join(),
  ).toBe('少 18%,多 4%,一样多,此前没有,差不多,是 30 倍');
  const now = Date.parse('2026-11-20T12:00:00Z');
  expect(
    ['2026-11-20T11:48:00Z', '2026-11-20T10:00:00Z', '2026-11-19T10:00:00Z', '2026-11-10T12:00:00Z'].map((time) =>
      timeAgo(time, now),
    ),
  ).toEqual(['12 分钟前', '2 小时前', '昨天', '10 天前']);
});

test('the scale is round and reaches the highest value', () => {
  expect(chartScale(0)).toEqual({ top: 1, lines: [0, 1] });
  expect(chartScale(2)).toEqual({ top: 2, lines: [0, 1, 2] });
  expect(chartScale(3072)).toEqual({ top: 4500, lines: [0, 1500, 3000, 4500] });
  expect(chartScale(4)).toEqual({ top: 4, lines: [0, 2, 4] });
  expect(chartScale(95)).toEqual({ top: 100, lines: [0, 50, 100] });
});

test('the last day is labelled, and no label stands too near it', () => {
  expect(labelledDays(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(labelledDays(30, 5)).toEqual([0, 6, 12, 18, 24, 29]);
  expect(labelledDays(365, 4)).toEqual([0, 92, 184, 276, 364]);
});
