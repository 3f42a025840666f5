/** Outermost element of rendered HTML with the white space behind it, and its source line. */
export type Block = { html: string; line: number };

const tag = /<(\/?)([a-z][a-z0-9-]*)(?![a-z0-9-])[^<>]*?(\/?)>/gi;
const empty = new Set(['input', 'br', 'img', 'hr', 'wbr', 'col', 'source']);

/**
 * Splits HTML of `renderMarkdown` into its outermost elements, so that a preview replaces only changed ones. Joined
 * they equal the input; text before the first element belongs to it.
 */
export function splitBlocks({ html, lines }: { html: string; lines: number[] }): Block[] {
  const starts = startsOf(html);
  if (starts.length === 0) return html === '' ? [] : [{ html, line: 0 }];
  return starts.map((start, index) => ({
    html: html.slice(index === 0 ? 0 : start, starts[index + 1]),
    line: lines[index] ?? 0,
  }));
}

/** Counts the blocks with the same HTML at the beginning and at the end; none is counted twice. */
export function countSame(before: Block[], blocks: Block[]): { head: number; tail: number } {
  const shorter = Math.min(before.length, blocks.length);
  let head = 0;
  while (head < shorter && before[head]?.html === blocks[head]?.html) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail)?.html === blocks.at(-1 - tail)?.html) tail += 1;
  return { head, tail };
}

/** Start of each top-level element. */
function startsOf(html: string): number[] {
  const starts: number[] = [];
  let depth = 0;
  for (const { 1: closing, 2: name = '', 3: closed, index } of html.matchAll(tag)) {
    if (depth === 0 && !closing) starts.push(index);
    if (closing) depth -= 1;
    else if (!closed && !empty.has(name.toLowerCase())) depth += 1;
  }
  return starts;
}
