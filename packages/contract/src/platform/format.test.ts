import { expect, test } from 'vitest';
import { csvCell } from './format.ts';
import { readableSize } from './readable-size.ts';

test('bytes are shown in a fitting unit', () => {
  expect([0, 1, 1023, 1024, 1536, 200 * 1024, 5 * 1024 ** 2, 3.25 * 1024 ** 3].map(readableSize)).toEqual([
    '0 B',
    '1 B',
    '1023 B',
    '1.0 KB',
    '1.5 KB',
    '200 KB',
    '5.0 MB',
    '3.3 GB',
  ]);
});

test('a cell is quoted, and formulas are escaped', () => {
  expect(csvCell('他说"好"')).toBe('"他说""好"""');
  expect(['=1+1', '+1', '-1', '@a'].map(csvCell)).toEqual([`"'=1+1"`, `"'+1"`, `"'-1"`, `"'@a"`]);
  expect(csvCell(-3)).toBe('"-3"');
});
