import { all } from './dom.ts';

/** A cell of a table that has been laid out in full: what merged cells cover is empty. */
export type Grid = (Element | undefined)[][];

const most = { columns: 60, rows: 1000 };

/** The cells of a table as rows and columns of equal length; nothing for one that only arranges what is in it. */
export function gridOf(table: Element): Grid | undefined {
  const rows = all(table, 'tr')
    .filter((row) => row.closest('table') === table)
    .slice(0, most.rows);
  const grid: Grid = rows.map(() => []);
  rows.forEach((row, down) => {
    let across = 0;
    for (const cell of Array.from(row.children).filter(({ localName }) => /^t[dh]$/.test(localName))) {
      while (isTaken(grid[down], across)) across += 1;
      cover(grid, cell, down, across);
      across += spanOf(cell, 'colspan', most.columns);
    }
  });
  const width = Math.min(most.columns, Math.max(0, ...grid.map(({ length }) => length)));
  if (width < 2 || table.querySelector('table') || grid.length < 2) return undefined;
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
