export type Align = '' | 'left' | 'center' | 'right';

/** A table as it is edited: the first row is its head. Every row has as many cells as `aligns`. */
export type Table = { aligns: Align[]; rows: string[][] };

/** Characters that take two columns in a monospace font. */
export const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Columns that a text takes in a monospace font: wide characters take two, marks that combine none. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (wide.test(character)) columns += 2;
    else if (!/\p{Mn}|\u200d|\ufe0f/u.test(character)) columns += 1;
  }
  return columns;
}

/** The cells of a line, trimmed. A pipe that is escaped belongs to its cell. */
export function cellsOf(line: string): string[] {
  return cellRanges(line).map(({ from, to }) => line.slice(from, to).trim());
}

/** Where the cells of a line stand, with the white space around. */
export function cellRanges(line: string): { from: number; to: number }[] {
  const pipes = [...line.matchAll(/\\.|\|/gs)].filter(([sign]) => sign === '|').map(({ index }) => index);
  const start = line.length - line.trimStart().length;
  const end = line.trimEnd().length;
  const edges = [...(pipes[0] === start ? [] : [start - 1]), ...pipes, ...(pipes.at(-1) === end - 1 ? [] : [end])];
  return edges.slice(1).map((to, index) => ({ from: (edges[index] ?? 0) + 1, to }));
}

export function readTable(lines: string[]): Table {
  const [head = '', delimiter = '', ...body] = lines;
  const aligns = cellsOf(delimiter).map(alignOf);
  const fit = (cells: string[]) => aligns.map((_, index) => cells[index] ?? '');
  return { aligns, rows: [head, ...body].map((line) => fit(cellsOf(line))) };
}

function alignOf(cell: string): Align {
  if (cell.startsWith(':')) return cell.endsWith(':') && cell.length > 1 ? 'center' : 'left';
  return cell.endsWith(':') ? 'right' : '';
}

/** The table with its columns in line. */
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

/** An empty table of a head and that many rows. */
export function emptyTable(rows: number, columns: number): Table {
  const row = () => Array.from({ length: columns }, () => '');
  return { aligns: row().map(() => ''), rows: Array.from({ length: rows + 1 }, row) };
}

/** The table with a row more after one, or without it. The head cannot go. */
export function withRow(table: Table, after: number): Table {
  return {
    ...table,
    rows: table.rows.toSpliced(
      after + 1,
      0,
      table.aligns.map(() => ''),
    ),
  };
}

export function withoutRow(table: Table, row: number): Table {
  return row === 0 ? table : { ...table, rows: table.rows.toSpliced(row, 1) };
}

export function withColumn({ aligns, rows }: Table, after: number): Table {
  return { aligns: aligns.toSpliced(after + 1, 0, ''), rows: rows.map((row) => row.toSpliced(after + 1, 0, '')) };
}

export function withoutColumn({ aligns, rows }: Table, column: number): Table {
  if (aligns.length === 1) return { aligns, rows };
  return { aligns: aligns.toSpliced(column, 1), rows: rows.map((row) => row.toSpliced(column, 1)) };
}

/** The column set to the next way in turn: as it comes, left, middle, right. */
export function withAlign({ aligns, rows }: Table, column: number, align: Align): Table {
  return { rows, aligns: aligns.with(column, align) };
}
