import { expect, test } from 'vitest';
import { runCommand } from '../commands/try-command.ts';
import {
  addColumn,
  addRow,
  alignColumn,
  cellsOf,
  columnsOf,
  enterInTable,
  insertTable,
  nextCell,
  previousCell,
  readTable,
  removeColumn,
  removeRow,
  writeTable,
} from './table.ts';

test('wide characters are counted as two columns', () => {
  expect(['a', '中', '，', 'ｱ', '😀', 'é', '한'].map(columnsOf)).toEqual([1, 2, 2, 1, 2, 1, 2]);
});

test('cells are read with and without outer pipes, escaped pipes within them', () => {
  expect(cellsOf('| a | b\\|c | |')).toEqual(['a', 'b\\|c', '']);
  expect(cellsOf('a | b')).toEqual(['a', 'b']);
});

test('a table falls into line, as its columns are set', () => {
  const table = readTable(['|名|b', '|:-|-:|', '|一座桥|1|', '|c|']);
  expect(writeTable(table)).toEqual(['| 名     |   b |', '| :----- | --: |', '| 一座桥 |   1 |', '| c      |     |']);
});

const small = '| a   | b   |\n| --- | --- |\n| c   | d   |';
const at = (cell: string) => small.replace(cell, `${cell}‸`);

test('Tab goes from cell to cell and makes a row after the last, Shift Tab goes back', () => {
  expect(runCommand(nextCell, at('a'))).toBe(small.replace('b', '⟦b⟧'));
  expect(runCommand(nextCell, at('b'))).toBe(small.replace('c', '⟦c⟧'));
  expect(runCommand(nextCell, at('d'))).toBe(`${small}\n| ‸    |     |`);
  expect(runCommand(previousCell, at('c'))).toBe(small.replace('b', '⟦b⟧'));
  expect(runCommand(previousCell, at('a'))).toBe(small.replace('a', '⟦a⟧'));
  expect(runCommand(nextCell, '一‸')).toBeUndefined();
});

test('Enter makes a row, and leaves the table from an empty last one', () => {
  expect(runCommand(enterInTable, at('c'))).toBe(`${small}\n| ‸    |     |`);
  expect(runCommand(enterInTable, `${small}\n| ‸    |     |`)).toBe(`${small}\n\n‸`);
});

test('rows and columns come and go, but never the head nor the last column', () => {
  expect(runCommand(addRow, at('a'))).toBe('| a   | b   |\n| --- | --- |\n| ‸    |     |\n| c   | d   |');
  expect(runCommand(addColumn, at('c'))).toBe('| a   |     | b   |\n| --- | --- | --- |\n| c   | ‸    | d   |');
  expect(runCommand(removeRow, at('d'))).toBe('| a   | ⟦b⟧   |\n| --- | --- |');
  expect(runCommand(removeRow, at('a'))).toBe(small.replace('a', '⟦a⟧'));
  expect(runCommand(removeColumn, at('d'))).toBe('| a   |\n| --- |\n| ⟦c⟧   |');
  expect(runCommand(removeColumn, '| a |\n| - |\n| c‸ |')).toBe('| a   |\n| --- |\n| ⟦c⟧   |');
  expect(runCommand(alignColumn('center'), at('a'))).toBe('|  ⟦a⟧  | b   |\n| :-: | --- |\n|  c  | d   |');
});

test('a table is put in with its first cell at the caret, in a quotation too', () => {
  expect(runCommand(insertTable(1, 2), '一‸')).toBe('一\n\n| ‸    |     |\n| --- | --- |\n|     |     |');
  expect(runCommand(nextCell, '> | a‸ | b |\n> | - | - |\n> | c | d |')).toBe(
    '> | a   | ⟦b⟧   |\n> | --- | --- |\n> | c   | d   |',
  );
});

test('a table of 500 columns is no trouble', () => {
  const row = `|${' x |'.repeat(500)}`;
  const wideTable = `${row.replace('x', 'x‸')}\n|${' - |'.repeat(500)}\n${row}`;
  expect(runCommand(nextCell, wideTable)?.split('\n')).toHaveLength(3);
});
