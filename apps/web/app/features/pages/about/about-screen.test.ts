import { expect, test } from 'vitest';
import { counted } from '../../content/archive/numerals.ts';
import { counter, yearsOpen } from './about-screen.tsx';

test('large counts are told in 万', () => {
  expect(counter(223, '文章')).toEqual({ value: '223', words: '文章' });
  expect(counter(9318, '字')).toEqual({ value: '9,318', words: '字' });
  expect(counter(46_999, '字')).toEqual({ value: '4.6', words: '万字' });
  expect(counter(1_284_306, '次浏览')).toEqual({ value: '128', words: '万次浏览' });
});

test('years are told by halves', () => {
  expect([10, 200, 366, 560, 731, 2456].map((days) => yearsOpen(days, counted))).toEqual([
    '',
    '半年',
    '一年',
    '一年半',
    '两年',
    '六年半',
  ]);
});
