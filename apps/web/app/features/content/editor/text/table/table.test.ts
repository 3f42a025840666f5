import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { runCommand, stateOf, written } from '../commands/try-command.ts';
import { ourMarkdown } from '../markdown-language.ts';
import { ownPipe } from './own-pipe.ts';
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

test('cells beyond the columns become columns, those without words are dropped', () => {
  expect(runCommand(nextCell, '| a‸ | b |\n| --- | --- |\n| 1 | 2 | 3 |')).toBe(
    '| a   | ⟦b⟧   |     |\n| --- | --- | --- |\n| 1   | 2   | 3   |',
  );
  expect(runCommand(enterInTable, '| a | b |\n| - | - |\n| 1 | 2‸ | | |')).toBe(
    '| a   | b   |\n| --- | --- |\n| 1   | 2   |\n| ‸    |     |',
  );
});

test('pipes within code divide only rows that have room for them', () => {
  expect(runCommand(nextCell, '| a | b |\n| - | - |\n| `a|b` | 说明‸ |\n| c | d |')).toBe(
    '| a     | b    |\n| ----- | ---- |\n| `a|b` | 说明 |\n| ⟦c⟧     | d    |',
  );
  expect(runCommand(addColumn, '| a | b |\n| - | - |\n| `a‸|b` | c |')).toBe(
    '| a     |     | b   |\n| ----- | --- | --- |\n| `a|b` | ‸    | c   |',
  );
  expect(cellsOf('| `a|b` |', 2)).toEqual(['`a', 'b`']);
});

test.each([
  ['|', 'input.type', '‸'],
  ['|张三|138|', 'input.paste', '‸'],
])('%s written into an empty row is the row’s own', (insert, userEvent, caret) => {
  const bare = '| a   | b   |\n| --- | --- |\n';
  const state = stateOf(`${bare}| ‸    |     |`);
  const pipes = EditorState.create({ doc: state.doc, selection: state.selection, extensions: [ourMarkdown, ownPipe] });
  const typed = pipes.update(pipes.replaceSelection(insert), { userEvent });
  expect(written(typed.state)).toBe(`${bare}${insert}${caret}`);
  // a further one is the row's second
  const next = typed.state.update(typed.state.replaceSelection(' |'), { userEvent });
  expect(written(next.state)).toBe(`${bare}${insert} |${caret}`);
});

test('a table of 500 columns is no trouble', () => {
  const row = `|${' x |'.repeat(500)}`;
  const wideTable = `${row.replace('x', 'x‸')}\n|${' - |'.repeat(500)}\n${row}`;
  expect(runCommand(nextCell, wideTable)?.split('\n')).toHaveLength(3);
});
