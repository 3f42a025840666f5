import { type Characters, charactersOf, type Quote, quoteOf } from '@mojian/markdown/find-quote';

type TextNode = { node: Text; start: number };

/** The characters of an article as the page shows it, with the text nodes they stand in. */
export type ReadText = Characters & { nodes: TextNode[] };

/** Without words that readers see as such, as the server reads the text. */
const drawings = 'svg, math, style, script, button';

/** Parts of a text that are neither highlighted nor thought about. */
const notSentences = 'pre, table, .code, input, textarea, select, [contenteditable]';

export function readText(root: HTMLElement): ReadText {
  const nodes: TextNode[] = [];
  let length = 0;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (node.parentElement?.closest(drawings)) continue;
    nodes.push({ node, start: length });
    length += node.data.length;
  }
  return { ...charactersOf(nodes.map(({ node }) => node.data).join('')), nodes };
}

/** Characters of a selected range; undefined for what is no sentence: code, tables and fields. */
export function charactersIn(read: ReadText, root: HTMLElement, range: Range) {
  if (!root.contains(range.startContainer)) return undefined;
  const selected = read.nodes.filter(({ node }) => range.intersectsNode(node));
  // a triple click ends before the first character of the next block, which may be code
  const isWithin = ({ node }: TextNode) => /\S/.test(node.data) && node.parentElement?.closest(notSentences);
  if (selected.some(isWithin)) return undefined;
  const [first, last] = [selected[0], selected.at(-1)];
  if (!first || !last) return undefined;
  const from = first.start + (first.node === range.startContainer ? range.startOffset : 0);
  const to = last.start + (last.node === range.endContainer ? range.endOffset : last.node.data.length);
  const [start, end] = [countBefore(read, from), countBefore(read, to)];
  return end - start < 2 || end - start > 600 ? undefined : { start, end };
}

/** Quote of these characters. Words of several blocks are told apart by a blank. */
export function quoteIn(read: ReadText, { start, end }: { start: number; end: number }): Quote {
  return quoteOf(read, start, end);
}

/** Number of characters before a place of the text. */
function countBefore({ places }: ReadText, at: number) {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first and last place of these characters in the text. */
export function placesOf({ places }: ReadText, { start, end }: { start: number; end: number }) {
  return { from: places[start] ?? 0, to: (places[end - 1] ?? 0) + 1 };
}
