import { writeHtml } from './keep.ts';

type Convert = (element: Element) => string;

/**
 * Writes a table with pipes. `lossless` keeps one that pipes cannot say as HTML: merged cells, blocks in cells.
 * Undefined for a table that only arranges its content.
 */
export function tableToMarkdown(table: Element, convert: Convert, lossless: boolean): string | undefined {
  if (lossless && isData(table) && !fitsPipes(table)) return `\n\n${writeHtml(table)}\n\n`;
  const grid = gridOf(table, lossless);
  if (!grid) return undefined;
  const [head, ...rows] = grid.map((row) => `| ${row.map((cell) => cellText(cell, convert)).join(' | ')} |`);
  const rule = `|${' --- |'.repeat(grid[0]?.length ?? 0)}`;
  const caption = captionOf(table);
  return `\n\n${caption ? `${convert(caption).trim()}\n\n` : ''}${[head, rule, ...rows].join('\n')}\n\n`;
}

function captionOf(table: Element) {
  return Array.from(table.children).find(({ localName }) => localName === 'caption');
}

function cellText(cell: Element | undefined, convert: Convert) {
  if (!cell) return '';
  return convert(cell)
    .trim()
    .split('\n')
    .map((line) => line.replace(/\\$/, ''))
    .filter(Boolean)
    .join('<br>')
    .replace(/\|/g, '\\|');
}

/** Table grid; cells covered by merged cells are undefined. */
type Grid = (Element | undefined)[][];

const most = { columns: 60, rows: 1000 };

/** Whether the table holds data, not the layout of an old page. */
function isData(table: Element): boolean {
  return rowsOf(table).length > 1 || isMarked(table);
}

function isMarked(table: Element): boolean {
  return Boolean(table.querySelector('th') ?? table.closest('figure.wp-block-table'));
}

function rowsOf(table: Element): Element[] {
  return Array.from(table.children).flatMap((part) => {
    if (part.localName === 'tr') return [part];
    return /^t(head|body|foot)$/.test(part.localName) ? Array.from(part.children) : [];
  });
}

const blocks = 'ul, ol, dl, pre, blockquote, table, h1, h2, h3, h4, h5, h6, hr, details, video, audio, iframe';

function fitsPipes(table: Element): boolean {
  const cells = rowsOf(table).flatMap((row) => Array.from(row.children));
  const columns = table.querySelector('tr')?.children.length ?? 0;
  const isMerged = cells.some((cell) => spanOf(cell, 'colspan', 2) > 1 || spanOf(cell, 'rowspan', 2) > 1);
  return !isMerged && columns <= most.columns && !cells.some((cell) => cell.querySelector(blocks));
}

/** Lays out the cells in a rectangular grid; undefined for layout tables. */
function gridOf(table: Element, lossless: boolean): Grid | undefined {
  const rows = lossless ? rowsOf(table) : rowsOf(table).slice(0, most.rows);
  const grid: Grid = rows.map(() => []);
  rows.forEach((row, down) => {
    let across = 0;
    for (const cell of Array.from(row.children).filter(({ localName }) => /^t[dh]$/.test(localName))) {
      while (isTaken(grid[down], across)) across += 1;
      cover(grid, cell, down, across);
      across += spanOf(cell, 'colspan', most.columns);
    }
  });
  const width = Math.min(most.columns, Math.max(0, ...grid.slice(0, most.rows).map(({ length }) => length)));
  const least = lossless && isMarked(table) ? 1 : 2;
  if (width < least || grid.length < least || table.querySelector('table')) return undefined;
  return grid.map((row) => Array.from({ length: width }, (_, across) => row[across]));
}

function isTaken(row: Grid[number] | undefined, across: number) {
  return row !== undefined && across in row;
}

function cover(grid: Grid, cell: Element, down: number, across: number) {
  const height = spanOf(cell, 'rowspan', grid.length - down);
  const width = spanOf(cell, 'colspan', most.columns);
  for (let row = down; row < down + height; row++) {
    for (let column = across; column < across + width; column++) {
      const line = grid[row];
      if (line) line[column] = row === down && column === across ? cell : undefined;
    }
  }
}

function spanOf(cell: Element, name: string, largest: number) {
  return Math.min(largest, Math.max(1, Number(cell.getAttribute(name)) || 1));
}
