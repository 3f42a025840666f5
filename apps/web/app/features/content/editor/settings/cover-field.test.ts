import { expect, test } from 'vitest';
import { stepped } from './cover-field.tsx';

test('arrow keys move the focal point, and not out of the picture', () => {
  expect(stepped('ArrowLeft', { focusX: 50, focusY: 50 })).toEqual({ focusX: 45, focusY: 50 });
  expect(stepped('ArrowDown', { focusX: 50, focusY: 98 })).toEqual({ focusX: 50, focusY: 100 });
  expect(stepped('ArrowUp', { focusX: 0, focusY: 0 })).toEqual({ focusX: 0, focusY: 0 });
  expect(stepped('Home', { focusX: 0, focusY: 90 })).toEqual({ focusX: 50, focusY: 50 });
  expect(stepped('Enter', { focusX: 0, focusY: 0 })).toBeUndefined();
});
