/** A sentence of a text: where it begins and ends in the nodes, and where it lies in its block. */
export type Sentence = {
  words: string;
  start: [Text, number];
  end: [Text, number];
  /** Index of the block among the children of the text, and the share of its characters up to the sentence's middle. */
  block: number;
  into: number;
};

/** Ends after a mark and what closes with it; a full stop of Latin script, before a space. */
const pattern = /.+?(?:[。！？!?…；]+[”’」』）】》)\]"']*|\.(?=\s)|$)/gsu;

/** Not spoken, and no place to come back to. */
const skipped = 'pre, .code, .tbl, .math, math, .diagram, svg, rt, button, .fn, .lost, .visually-hidden';
const lines = 'p, li, h1, h2, h3, h4, h5, h6, dt, dd, figcaption, summary, .callout > b';

/** Sentences of a rendered text in their order. */
export function sentencesOf(text: Element): Sentence[] {
  return [...text.children].flatMap((child, block) => {
    const nodes = textNodes(child);
    const total = nodes.reduce((sum, { length }) => sum + length, 0);
    let before = 0;
    return linesOf(nodes).flatMap((line) => {
      const found = sentencesIn(line).map(({ from, to, ...rest }) => {
        const into = (before + (from + to) / 2) / Math.max(1, total);
        return { ...rest, block, into };
      });
      before += line.reduce((sum, { length }) => sum + length, 0);
      return found;
    });
  });
}

function textNodes(root: Element) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (!node.parentElement?.closest(skipped)) nodes.push(node);
  }
  return nodes;
}

/** Groups text nodes by the paragraph they stand in. */
function linesOf(nodes: Text[]) {
  const groups: Text[][] = [];
  let last: Element | null | undefined;
  for (const node of nodes) {
    const line = node.parentElement?.closest(lines) ?? node.parentElement;
    if (line !== last) groups.push([]);
    groups.at(-1)?.push(node);
    last = line;
  }
  return groups;
}

function sentencesIn(nodes: Text[]) {
  const whole = nodes.map(({ data }) => data).join('');
  return [...whole.matchAll(pattern)].flatMap(({ 0: words, index }) => {
    if (!/[\p{L}\p{N}]/u.test(words)) return [];
    const from = index + words.search(/\S/);
    const to = index + words.trimEnd().length;
    const [start, end] = [placeIn(nodes, from), placeIn(nodes, to - 1)];
    return start && end ? [{ words: words.trim(), start, end: after(end), from, to }] : [];
  });
}

function placeIn(nodes: Text[], offset: number): [Text, number] | undefined {
  let rest = offset;
  for (const node of nodes) {
    if (rest < node.length) return [node, rest];
    rest -= node.length;
  }
  return undefined;
}

const after = ([node, offset]: [Text, number]): [Text, number] => [node, offset + 1];

export function rangeOf({ start, end }: Sentence) {
  const range = document.createRange();
  range.setStart(...start);
  range.setEnd(...end);
  return range;
}

/** Index of the sentence at a place, or the last one before it. */
export function sentenceAt(sentences: Sentence[], place: { block: number; into: number }) {
  const isAfter = ({ block, into }: Sentence) => block > place.block || (block === place.block && into > place.into);
  const next = sentences.findIndex(isAfter);
  const last = next < 0 ? sentences.length - 1 : next - 1;
  // a place kept with three digits may lie just before the middle it was taken from
  const following = sentences[last + 1];
  const isNear = following?.block === place.block && following.into - place.into < 0.001;
  return Math.max(0, isNear ? last + 1 : last);
}
