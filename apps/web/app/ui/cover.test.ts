import { expect, test } from 'vitest';
import { focusOf } from './cover.tsx';

test('a focal point is rounded to tenths, and the centre is omitted', () => {
  expect(focusOf({ focusX: 50, focusY: 50 })).toEqual({});
  expect(focusOf({})).toEqual({});
  expect(focusOf({ focusX: 0, focusY: 100 })).toEqual({ 'data-fx': 0, 'data-fy': 10 });
  expect(focusOf({ focusX: 34, focusY: 36 })).toEqual({ 'data-fx': 3, 'data-fy': 4 });
  expect(focusOf({ focusX: 46, focusY: 54 })).toEqual({});
});

test('a focal point outside the picture is clamped to its edge', () => {
  expect(focusOf({ focusX: -20, focusY: 180 })).toEqual({ 'data-fx': 0, 'data-fy': 10 });
});
