import { expect, test } from 'vitest';
import { moved } from './picture-wall.tsx';

test("a moved picture takes another's place, and the others close up", () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b'], 1, -1)).toEqual(['b', 'a']);
  expect(moved(['a'], 3, 0)).toEqual(['a']);
});
