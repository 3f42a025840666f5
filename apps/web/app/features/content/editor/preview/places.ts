import { elementOf, type Shown } from './patch-blocks.ts';

/** Where source lines lie in the pane: pixels from the top of its content, between blocks in proportion. */
export function topOfLine(shown: Shown[], line: number, ends: Ends): number {
  const next = firstAfter(shown, (block) => block.line > line);
  const from = pointOf(shown, next - 1) ?? { line: 0, top: ends.top };
  const to = pointOf(shown, next) ?? { line: Math.max(ends.lines, from.line + 1), top: ends.bottom };
  return from.top + (to.top - from.top) * share(line, from.line, to.line);
}

/** The source line, with its fraction, at so many pixels from the top of the pane's content. */
export function lineAtTop(shown: Shown[], top: number, ends: Ends): number {
  const next = firstAfter(shown, (block) => (elementOf(block)?.offsetTop ?? 0) > top);
  const from = pointOf(shown, next - 1) ?? { line: 0, top: ends.top };
  const to = pointOf(shown, next) ?? { line: ends.lines, top: ends.bottom };
  return from.line + (to.line - from.line) * share(top, from.top, to.top);
}

/** The number of lines, and where the first block begins and the last one ends. */
export type Ends = { lines: number; top: number; bottom: number };

/** Blocks ascend by line and by place: half of them at a time need not be looked at. */
function firstAfter(shown: Shown[], isAfter: (block: Shown) => boolean): number {
  let low = 0;
  let high = shown.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const block = shown[middle];
    if (block && isAfter(block)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function pointOf(shown: Shown[], index: number): { line: number; top: number } | undefined {
  const block = shown[index];
  return block && { line: block.line, top: elementOf(block)?.offsetTop ?? 0 };
}

function share(at: number, from: number, to: number) {
  return to <= from ? 0 : Math.min(1, Math.max(0, (at - from) / (to - from)));
}
