import { expect, test } from 'vitest';
import { heatWords } from './hot-window.tsx';

test('heat in the words of people', () => {
  expect([0, 524, 9999, 10_000, 98_000, 99_999, 5_150_234].map(heatWords)).toEqual([
    '0',
    '524',
    '9,999',
    '1 万',
    '9.8 万',
    '10 万',
    '515 万',
  ]);
  expect([99_994_999, 99_995_000, 123_456_789, 2_345_678_901].map(heatWords)).toEqual([
    '9999 万',
    '1 亿',
    '1.2 亿',
    '23 亿',
  ]);
});

test('other text of a source is kept, and null stays empty', () => {
  expect(heatWords('爆')).toBe('爆');
  expect(heatWords(null)).toBe('');
});
