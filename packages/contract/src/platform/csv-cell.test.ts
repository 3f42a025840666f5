import { expect, test } from 'vitest';
import { csvCell } from './csv-cell.ts';

test('a cell is quoted, and nothing in it is a formula', () => {
  expect(csvCell('他说"好"')).toBe('"他说""好"""');
  expect(['=1+1', '+1', '-1', '@a'].map(csvCell)).toEqual([`"'=1+1"`, `"'+1"`, `"'-1"`, `"'@a"`]);
  expect(csvCell(-3)).toBe('"-3"');
});
