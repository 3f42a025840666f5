import { expect, test } from 'vitest';
import { change, greeting, inWords, since } from './words.ts';

test('days, hours and changes are told in words', () => {
  expect(['2026-11-20', '2026-01-31', '2026-10-10', '2026-02-11'].map(inWords)).toEqual([
    '十一月二十日，星期五',
    '一月三十一日，星期六',
    '十月十日，星期六',
    '二月十一日，星期三',
  ]);
  expect([0, 5, 10, 12, 15, 22, 23].map(greeting)).toEqual([
    ...['夜深了', '早', '早', '中午好', '下午好', '晚上好', '夜深了'],
  ]);
  expect(
    [change(82, 100), change(104, 100), change(5, 5), change(5, 0), change(1001, 1000), change(90, 3)].join(),
  ).toBe('少 18%,多 4%,一样多,此前没有,差不多,是 30 倍');
  const now = Date.parse('2026-11-20T12:00:00Z');
  expect(
    ['2026-11-20T11:48:00Z', '2026-11-20T10:00:00Z', '2026-11-19T10:00:00Z', '2026-11-10T12:00:00Z'].map((time) =>
      since(time, now),
    ),
  ).toEqual(['12 分钟前', '2 小时前', '昨天', '10 天前']);
});
