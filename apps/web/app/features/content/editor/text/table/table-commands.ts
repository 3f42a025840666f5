import { EditorSelection, type EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state';
import { insertBlock } from '../commands/blocks.ts';
import { type PlacedTable, tableAt } from './table-at.ts';
import {
  type Align,
  cellRanges,
  emptyTable,
  type Table,
  withAlign,
  withColumn,
  withoutColumn,
  withoutRow,
  withRow,
  writeTable,
} from './table-text.ts';

type Cell = { row: number; column: number };

/** Puts in an empty table with a head, that many rows below it, and columns; the caret goes to its first cell. */
export function insertTable(rows: number, columns: number): StateCommand {
  const [first = '', ...others] = writeTable(emptyTable(rows, columns));
  return insertBlock([first.replace('| ', '| ‸'), ...others].join('\n'));
}

/** Tab: to the next cell, with a new row after the last. The columns fall into line. */
export const nextCell: StateCommand = edit(({ table, row, column }) => {
  if (column + 1 < table.aligns.length) return { table, row, column: column + 1 };
  const isLast = row + 1 >= table.rows.length;
  return { table: isLast ? withRow(table, row) : table, row: row + 1, column: 0 };
});

/** Shift Tab: to the cell before. */
export const previousCell: StateCommand = edit(({ table, row, column }) => {
  if (column > 0) return { table, row, column: column - 1 };
  return row > 0 ? { table, row: row - 1, column: table.aligns.length - 1 } : { table, row, column };
});

/** Enter: a new row; from an empty last row it leaves the table. */
export const enterInTable: StateCommand = (target) => {
  const placed = tableAt(target.state);
  if (!placed || target.state.readOnly) return false;
  const { table, row } = placed;
  const isBare = row > 0 && row === table.rows.length - 1 && table.rows[row]?.every((cell) => cell === '');
  if (!isBare) return addRow(target);
  const text = lines({ ...placed, table: withoutRow(table, row) });
  const gap = `${text}\n${placed.lead.trimEnd()}\n${placed.lead}`;
  const selection = EditorSelection.cursor(placed.from + gap.length);
  target.dispatch(target.state.update({ ...replace(placed, gap), selection }));
  return true;
};

export const addRow: StateCommand = edit(({ table, row }) => ({ table: withRow(table, row), row: row + 1, column: 0 }));
export const addColumn: StateCommand = edit(({ table, row, column }) => ({
  table: withColumn(table, column),
  row,
  column: column + 1,
}));
export const removeRow: StateCommand = edit(({ table, row, column }) => {
  const left = withoutRow(table, row);
  return { table: left, row: Math.min(row, left.rows.length - 1), column };
});
export const removeColumn: StateCommand = edit(({ table, row, column }) => {
  const left = withoutColumn(table, column);
  return { table: left, row, column: Math.min(column, left.aligns.length - 1) };
});
export const alignColumn = (align: Align): StateCommand =>
  edit(({ table, row, column }) => ({ table: withAlign(table, column, align), row, column }));

function edit(change: (placed: PlacedTable) => Cell & { table: Table }): StateCommand {
  return ({ state, dispatch }) => {
    const placed = tableAt(state);
    if (!placed || state.readOnly) return false;
    const { table, row, column } = change(placed);
    const text = lines({ ...placed, table });
    const selection = selectCell(placed.from, text, placed.lead, { row, column });
    dispatch(state.update({ ...(isSame(state, placed, text) ? unchanged : replace(placed, text)), selection }));
    return true;
  };
}

const unchanged: TransactionSpec = { userEvent: 'select', scrollIntoView: true };

const isSame = (state: EditorState, { from, to }: PlacedTable, text: string) => state.sliceDoc(from, to) === text;

function lines({ lead, table }: PlacedTable): string {
  const under = lead.replace(/[^>\s]/g, ' '); // the lines below a list's mark stand under its words
  return writeTable(table)
    .map((line, index) => (index === 0 ? lead : under) + line)
    .join('\n');
}

function replace({ from, to }: PlacedTable, insert: string): TransactionSpec {
  return { changes: { from, to, insert }, userEvent: 'input.table', scrollIntoView: true };
}

/** All of a cell, or the caret in an empty one. */
function selectCell(start: number, text: string, lead: string, { row, column }: Cell) {
  const written = text.split('\n');
  const at = row === 0 ? 0 : row + 1;
  const line = (written[at] ?? '').slice(lead.length);
  const { from = 0, to = 0 } = cellRanges(line)[column] ?? {};
  const cell = line.slice(from, to);
  const base = start + written.slice(0, at).reduce((sum, { length }) => sum + length + 1, 0) + lead.length + from;
  if (cell.trim() === '') return EditorSelection.cursor(base + Math.min(1, cell.length));
  const left = cell.length - cell.trimStart().length;
  return EditorSelection.range(base + left, base + left + cell.trim().length);
}
