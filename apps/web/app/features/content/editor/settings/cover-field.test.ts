import { expect, test } from 'vitest';
import { movedFocus } from './cover-field.tsx';

test('arrow keys move the focal point, and not out of the picture', () => {
  expect(movedFocus('ArrowLeft', { focusX: 50, focusY: 50 })).toEqual({ focusX: 45, focusY: 50 });
  expect(movedFocus('ArrowDown', { focusX: 50, focusY: 98 })).toEqual({ focusX: 50, focusY: 100 });
  expect(movedFocus('ArrowUp', { focusX: 0, focusY: 0 })).toEqual({ focusX: 0, focusY: 0 });
  expect(movedFocus('Home', { focusX: 0, focusY: 90 })).toEqual({ focusX: 50, focusY: 50 });
  expect(movedFocus('Enter', { focusX: 0, focusY: 0 })).toBeUndefined();
});
