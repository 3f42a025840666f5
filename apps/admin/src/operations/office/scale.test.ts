import { expect, test } from 'vitest';
import { labelled, scaleOf } from './scale.ts';

test('the scale is round and holds the highest value', () => {
  expect(scaleOf(0)).toEqual({ top: 1, lines: [0, 1] });
  expect(scaleOf(2)).toEqual({ top: 2, lines: [0, 1, 2] });
  expect(scaleOf(3072)).toEqual({ top: 4500, lines: [0, 1500, 3000, 4500] });
  expect(scaleOf(4)).toEqual({ top: 4, lines: [0, 2, 4] });
  expect(scaleOf(95)).toEqual({ top: 100, lines: [0, 50, 100] });
});

test('the last day is labelled, and none is too near to it', () => {
  expect(labelled(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(labelled(30, 5)).toEqual([0, 6, 12, 18, 24, 29]);
  expect(labelled(365, 4)).toEqual([0, 92, 184, 276, 364]);
});
