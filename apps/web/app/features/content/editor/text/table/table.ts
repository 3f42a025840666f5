import { EditorSelection, type EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state';
import { cellRanges } from '@mojian/markdown/table-cells';
import { insertBlock } from '../commands/blocks.ts';
import { readPrefix } from '../commands/lists.ts';
import { nodeAround } from '../commands/syntax-at.ts';
import { wide } from './wide-characters.ts';

type Cell = { row: number; column: number };

/** Inserts an empty table and moves the caret to its first cell. */
export function insertTable(rows: number, columns: number): StateCommand {
  const [first = '', ...others] = writeTable(emptyTable(rows, columns));
  return insertBlock([first.replace('| ', '| ‸'), ...others].join('\n'));
}

/** Tab: moves to the next cell, adding a row after the last, and aligns the columns. */
export const nextCell: StateCommand = edit(({ table, row, column }) => {
  if (column + 1 < table.aligns.length) return { table, row, column: column + 1 };
  const isLast = row + 1 >= table.rows.length;
  return { table: isLast ? withRow(table, row) : table, row: row + 1, column: 0 };
});

/** Shift Tab: moves to the previous cell. */
export const previousCell: StateCommand = edit(({ table, row, column }) => {
  if (column > 0) return { table, row, column: column - 1 };
  return row > 0 ? { table, row: row - 1, column: table.aligns.length - 1 } : { table, row, column };
});

/** Enter: adds a row; leaves the table from an empty last row. */
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
    const selection = selectCell(placed.from, text, placed.lead, { row, column, columns: table.aligns.length });
    dispatch(state.update({ ...(isSame(state, placed, text) ? unchanged : replace(placed, text)), selection }));
    return true;
  };
}

const unchanged: TransactionSpec = { userEvent: 'select', scrollIntoView: true };

const isSame = (state: EditorState, { from, to }: PlacedTable, text: string) => state.sliceDoc(from, to) === text;

function lines({ lead, table }: PlacedTable): string {
  const under = lead.replace(/[^>\s]/g, ' '); // lines below a list marker are indented to its text
  return writeTable(table)
    .map((line, index) => (index === 0 ? lead : under) + line)
    .join('\n');
}

function replace({ from, to }: PlacedTable, insert: string): TransactionSpec {
  return { changes: { from, to, insert }, userEvent: 'input.table', scrollIntoView: true };
}

/** Selects a cell's text, or places the caret in an empty one. */
function selectCell(start: number, text: string, lead: string, { row, column, columns }: Cell & { columns: number }) {
  const written = text.split('\n');
  const at = row === 0 ? 0 : row + 1;
  const line = (written[at] ?? '').slice(lead.length);
  const { from = 0, to = 0 } = cellRanges(line, columns)[column] ?? {};
  const cell = line.slice(from, to);
  const base = start + written.slice(0, at).reduce((sum, { length }) => sum + length + 1, 0) + lead.length + from;
  if (cell.trim() === '') return EditorSelection.cursor(base + Math.min(1, cell.length));
  const left = cell.length - cell.trimStart().length;
  return EditorSelection.range(base + left, base + left + cell.trim().length);
}

/** Table in the text and the cell at the caret. Row 0 is the head, which includes the delimiter line. */
type PlacedTable = { from: number; to: number; lead: string; table: Table; row: number; column: number };

const tables = new Set(['Table']);

/** Finds the table that contains the selection. */
export function tableAt(state: EditorState): PlacedTable | undefined {
  const { main, ranges } = state.selection;
  if (ranges.length > 1) return undefined;
  const node = nodeAround(state, main.from, main.to, tables);
  if (!node) return undefined;
  const first = state.doc.lineAt(node.from);
  const last = state.doc.lineAt(node.to);
  const lead = first.text.slice(0, node.from - first.from);
  const lines: string[] = [];
  for (let number = first.number; number <= last.number; number++)
    lines.push(withoutLead(state.doc.line(number).text, lead));
  const line = state.doc.lineAt(main.head);
  const at = line.number - first.number;
  const cut = line.length - withoutLead(line.text, lead).length;
  const table = readTable(lines);
  const columns = cellRanges(lines[1] ?? '').length; // as the page reads the row, before it is widened
  const column = cellRanges(line.text.slice(cut), columns).findIndex(({ to }) => main.head - line.from - cut <= to);
  const rightmost = table.aligns.length - 1;
  return {
    from: first.from,
    to: last.to,
    lead,
    table,
    row: at < 2 ? 0 : at - 1,
    column: column < 0 ? rightmost : Math.min(column, rightmost),
  };
}

/** Strips the quote or list prefix from a line. */
function withoutLead(line: string, lead: string): string {
  if (line.startsWith(lead)) return line.slice(lead.length);
  const { quote, indent } = readPrefix(line);
  return lead ? line.slice(Math.min(lead.length, quote.length + indent.length)) : line;
}

type Align = '' | 'left' | 'center' | 'right';

/** Table; the first row is the head. Each row has as many cells as `aligns`. */
type Table = { aligns: Align[]; rows: string[][] };

/** Width in a monospace font: wide characters take two columns, combining marks none. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (wide.test(character)) columns += 2;
    else if (!/\p{Mn}|\u200d|\ufe0f/u.test(character)) columns += 1;
  }
  return columns;
}

/** Splits a line into trimmed cells, as the page shows them. */
export function cellsOf(line: string, columns?: number): string[] {
  return cellRanges(line, columns).map(({ from, to }) => line.slice(from, to).trim());
}

/** Reads a table; cells beyond its columns, which the page joins to the last one, become columns. */
export function readTable(lines: string[]): Table {
  const [head = '', delimiter = '', ...body] = lines;
  const aligns = cellsOf(delimiter).map(alignOf);
  const rows = [head, ...body].map((line) => withoutEmptyEnd(cellsOf(line, aligns.length), aligns.length));
  const columns = Math.max(aligns.length, ...rows.map(({ length }) => length));
  const fill = <T>(cells: T[], empty: T) => [...cells, ...Array<T>(columns - cells.length).fill(empty)];
  return { aligns: fill(aligns, ''), rows: rows.map((cells) => fill(cells, '')) };
}

/** Drops empty cells behind the table's last column. */
function withoutEmptyEnd(cells: string[], columns: number): string[] {
  return cells.slice(0, Math.max(columns, cells.findLastIndex((cell) => cell !== '') + 1));
}

function alignOf(cell: string): Align {
  if (cell.startsWith(':')) return cell.endsWith(':') && cell.length > 1 ? 'center' : 'left';
  return cell.endsWith(':') ? 'right' : '';
}

/** Formats the table with aligned columns. */
export function writeTable({ aligns, rows }: Table): string[] {
  const widths = aligns.map((_, column) => Math.max(3, ...rows.map((row) => columnsOf(row[column] ?? ''))));
  const lines = rows.map((row) => writeRow(row.map((cell, column) => pad(cell, widths[column] ?? 0, aligns[column]))));
  const delimiter = writeRow(aligns.map((align, column) => dashes(align, widths[column] ?? 3)));
  return [lines[0] ?? '', delimiter, ...lines.slice(1)];
}

const writeRow = (cells: string[]) => `| ${cells.join(' | ')} |`;

function pad(cell: string, width: number, align: Align = ''): string {
  const space = width - columnsOf(cell);
  const left = align === 'right' ? space : align === 'center' ? Math.floor(space / 2) : 0;
  return ' '.repeat(left) + cell + ' '.repeat(space - left);
}

function dashes(align: Align, width: number): string {
  const left = align === 'left' || align === 'center' ? ':' : '';
  const right = align === 'right' || align === 'center' ? ':' : '';
  return left + '-'.repeat(width - left.length - right.length) + right;
}

function emptyTable(rows: number, columns: number): Table {
  const row = () => Array.from({ length: columns }, () => '');
  return { aligns: row().map(() => ''), rows: Array.from({ length: rows + 1 }, row) };
}

function withRow(table: Table, after: number): Table {
  return {
    ...table,
    rows: table.rows.toSpliced(
      after + 1,
      0,
      table.aligns.map(() => ''),
    ),
  };
}

function withoutRow(table: Table, row: number): Table {
  return row === 0 ? table : { ...table, rows: table.rows.toSpliced(row, 1) };
}

function withColumn({ aligns, rows }: Table, after: number): Table {
  return { aligns: aligns.toSpliced(after + 1, 0, ''), rows: rows.map((row) => row.toSpliced(after + 1, 0, '')) };
}

function withoutColumn({ aligns, rows }: Table, column: number): Table {
  if (aligns.length === 1) return { aligns, rows };
  return { aligns: aligns.toSpliced(column, 1), rows: rows.map((row) => row.toSpliced(column, 1)) };
}

function withAlign({ aligns, rows }: Table, column: number, align: Align): Table {
  return { rows, aligns: aligns.with(column, align) };
}
