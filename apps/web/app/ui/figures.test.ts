import { expect, test } from 'vitest';
import { figures } from './figures.ts';

test.each([0, 12, 999, 1000, 12_345, 123_456, 1_284_306, 9_007_199_254_740_991, 12.3, -999, -12_345])(
  '%s is written as in Chinese',
  (value) => {
    expect(figures(value)).toBe(value.toLocaleString('zh-CN'));
  },
);
