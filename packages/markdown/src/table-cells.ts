/** Range of a cell in its line, with the white space around its text. */
export type CellRange = { from: number; to: number };

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

/** Code spans of a line: a run of backticks up to the next run of the same length. */
function codeSpans(line: string): CellRange[] {
  const runs = [...line.matchAll(/(\\*)(`+)/g)].map(({ index, 1: slashes = '', 2: ticks = '' }) => ({
    from: index + slashes.length,
    length: ticks.length,
    opening: ticks.length - (slashes.length % 2), // an escaped backtick opens nothing, but may close
  }));
  const next = new Map<number, number>();
  const closing = runs
    .map(({ length, opening }, index) => ({ length, opening, index }))
    .reverse()
    .map(({ length, opening, index }) => {
      const close = opening > 0 ? next.get(opening) : undefined;
      next.set(length, index);
      return close;
    })
    .reverse();
  const spans: CellRange[] = [];
  for (let index = 0; index < runs.length; index++) {
    const close = runs[closing[index] ?? -1];
    const open = runs[index];
    if (!open || !close) continue;
    spans.push({ from: open.from, to: close.from + close.length });
    index = closing[index] ?? index;
  }
  return spans;
}
