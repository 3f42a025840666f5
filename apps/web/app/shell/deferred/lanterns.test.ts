import { expect, test } from 'vitest';
import { newYearDay } from './lanterns.tsx';

const on = (date: string, time = '12:00') => newYearDay(Date.parse(`${date}T${time}+08:00`));

test('the days from 腊月廿三 to 正月十五 of 2026 have names, their neighbours none', () => {
  expect(['2026-02-09', '2026-02-10', '2026-02-12', '2026-02-15'].map((date) => on(date))).toEqual([
    undefined,
    '小年',
    '腊月廿五',
    '腊月廿八',
  ]);
  expect(['2026-02-16', '2026-02-17', '2026-02-18', '2026-02-26'].map((date) => on(date))).toEqual([
    '除夕',
    '春节',
    '正月初二',
    '正月初十',
  ]);
  expect(['2026-02-27', '2026-03-03', '2026-03-04'].map((date) => on(date))).toEqual(['正月十一', '元宵', undefined]);
});

test('the new years of 2027 and 2030 follow the new moon, not Intl', () => {
  expect([on('2027-01-29'), on('2027-01-30'), on('2027-02-05'), on('2027-02-06')]).toEqual([
    undefined,
    '小年',
    '除夕',
    '春节',
  ]);
  expect([on('2030-01-25'), on('2030-01-26'), on('2030-02-02'), on('2030-02-03')]).toEqual([
    undefined,
    '小年',
    '除夕',
    '春节',
  ]);
});

test('a day begins at midnight in China', () => {
  expect(on('2028-01-25', '23:59')).toBe('除夕');
  expect(on('2028-01-26', '00:00')).toBe('春节');
});

test('other days, and unknown years, have no lanterns', () => {
  expect([on('2026-07-01'), on('2026-12-31'), on('2100-02-09')]).toEqual([undefined, undefined, undefined]);
});
