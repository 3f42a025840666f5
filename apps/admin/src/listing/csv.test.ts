import { expect, test } from 'vitest';
import { cell } from './csv.ts';

test('a cell is quoted, and nothing in it is a formula', () => {
  expect(cell('他说"好"')).toBe('"他说""好"""');
  expect(['=1+1', '+1', '-1', '@a'].map(cell)).toEqual([`"'=1+1"`, `"'+1"`, `"'-1"`, `"'@a"`]);
  expect(cell(-3)).toBe('"-3"');
});
