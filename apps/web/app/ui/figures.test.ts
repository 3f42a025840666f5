import { expect, test } from 'vitest';
import { countText, figures } from './figures.ts';

test.each([0, 12, 999, 1000, 12_345, 123_456, 1_284_306, 9_007_199_254_740_991, 12.3, -999, -12_345])(
  '%s is written as in Chinese',
  (value) => {
    expect(figures(value)).toBe(value.toLocaleString('zh-CN'));
  },
);

test('a count of zero is not shown', () => {
  expect([countText(0), countText(1200)]).toEqual(['\u200b', '1,200']);
});
