import { expect, test } from 'vitest';
import { movedPicture } from './picture-wall.tsx';

test("a moved picture takes another's place, and the others close up", () => {
  expect(movedPicture(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(movedPicture(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(movedPicture(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a']);
  expect(movedPicture(['a', 'b'], 1, -1)).toEqual(['b', 'a']);
  expect(movedPicture(['a'], 3, 0)).toEqual(['a']);
});
