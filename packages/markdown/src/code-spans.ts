/** Characters of a text from `from` up to `to`. */
export type Range = { from: number; to: number };

/** Finds the code spans of a paragraph: a run of backticks up to the next run of the same length. */
export function codeSpans(text: string): Range[] {
  const runs = [...text.matchAll(/(?<!\\)(\\*)(`+)/g)].map(({ index, 1: slashes = '', 2: ticks = '' }) => ({
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
  const spans: Range[] = [];
  for (let index = 0; index < runs.length; index++) {
    const close = runs[closing[index] ?? -1];
    const open = runs[index];
    if (!open || !close) continue;
    spans.push({ from: open.from, to: close.from + close.length });
    index = closing[index] ?? index;
  }
  return spans;
}
