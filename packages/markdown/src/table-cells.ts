import { codeSpans, type Range } from './code-spans.ts';

/** Range of a cell in its line, with the white space around its text. */
export type CellRange = Range;

/**
 * Splits a line of a table into cells, as the page shows them: `\|` is no separator, outer pipes are optional. Where the
 * line would have more cells than the table has columns, pipes within code spans separate nothing either.
 */
export function cellRanges(line: string, columns = Number.POSITIVE_INFINITY): CellRange[] {
  const pipes = [...line.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
  const cells = between(line, pipes);
  if (cells.length <= columns || !line.includes('`')) return cells;
  const spans = codeSpans(line);
  let span = 0;
  const outside = pipes.filter((pipe) => {
    while ((spans[span]?.to ?? pipe) < pipe) span++;
    return (spans[span]?.from ?? pipe) >= pipe;
  });
  return between(line, outside);
}

function between(line: string, pipes: number[]): CellRange[] {
  const start = line.length - line.trimStart().length;
  const end = line.trimEnd().length;
  const edges = [...(pipes[0] === start ? [] : [start - 1]), ...pipes, ...(pipes.at(-1) === end - 1 ? [] : [end])];
  return edges.slice(1).map((to, index) => ({ from: (edges[index] ?? 0) + 1, to }));
}
