import { expect, test } from 'vitest';
import { counted, numeral, yearNumeral } from './numerals.ts';

test('numbers are written as people write them', () => {
  const written = {
    0: '零',
    7: '七',
    10: '十',
    12: '十二',
    20: '二十',
    61: '六十一',
    100: '一百',
    101: '一百零一',
    110: '一百一十',
    223: '二百二十三',
    1000: '一千',
    1008: '一千零八',
    1010: '一千零一十',
    2345: '二千三百四十五',
    10000: '一万',
    10020: '一万零二十',
    20500: '二万零五百',
    100000: '十万',
    205000: '二十万五千',
    463000: '四十六万三千',
    10010010: '一千零一万零一十',
    100000000: '一亿',
    1000000001: '十亿零一',
  };
  for (const [number, text] of Object.entries(written)) expect(numeral(Number(number))).toBe(text);
});

test('before a measure word a lone two is 两', () => {
  expect([1, 2, 12, 20, 22, 200, 202].map(counted)).toEqual(['一', '两', '十二', '二十', '二十二', '二百', '二百零二']);
  expect([2000, 12_000, 22_000, 20_000, 120_000, 2_020_000].map(counted)).toEqual([
    '两千',
    '一万两千',
    '两万两千',
    '两万',
    '十二万',
    '二百零二万',
  ]);
});

test('a year is read digit by digit', () => {
  expect(yearNumeral(2026)).toBe('二〇二六');
  expect(yearNumeral(999)).toBe('九九九');
});
