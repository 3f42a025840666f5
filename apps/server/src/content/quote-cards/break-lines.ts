/** Something set in a line: a character, a word, or a space. `advance`: its length along the line. */
export type Item = {
  text: string;
  advance: number;
  isSpace?: boolean;
  /** Ends its line. */
  isBreak?: boolean;
};

export type PlacedItem<One extends Item> = One & { at: number };

/** Never at the start of a line: 避头. */
const notFirst = new Set('。，、；：？！）》〉」』】〕］｝”’…～·％℃!?,.;:)]}%');
/** Never at the end of a line: 避尾. */
const notLast = new Set('（《〈「『【〔［｛“‘([{');
/** May hang over the end, where their ink takes a corner only. */
const hangs = new Set('。，、');
/** Stand together in pairs. */
const twins = new Set('…—');

/** Signs whose ink takes the first or the second half of their square. */
const inkFirst = new Set('。，、）》〉」』】〕］｝”’');
const inkLast = new Set('（《〈「『【〔［｛“‘');
const half = 0.5;

/** Takes out the blank half between two signs, as printers do. `type`: size of the type in the unit of the lengths. */
export function squeezeSigns<One extends Item>(items: readonly One[], type = 1): One[] {
  return items.map((item, index) => {
    const next = items[index + 1]?.text ?? '';
    const isSqueezed =
      (inkFirst.has(item.text) && (inkFirst.has(next) || inkLast.has(next))) ||
      (inkLast.has(item.text) && inkLast.has(next));
    return isSqueezed ? { ...item, advance: item.advance - half * type } : item;
  });
}

/** Sums of advances are inexact. */
const tolerance = 0.001;

/** Sets items in lines of a length by the rules of Chinese: 避头, 避尾, and signs that are never parted. */
export function breakLines<One extends Item>(items: readonly One[], length: number): PlacedItem<One>[][] {
  const lines: PlacedItem<One>[][] = [[]];
  let used = 0;
  const newLine = () => {
    lines.push([]);
    used = 0;
  };
  const fits = (advance: number) => used === 0 || used + advance <= length + tolerance;
  const add = (item: One) => {
    // a cluster longer than a line is broken anywhere
    if (!hangs.has(item.text) && !fits(item.advance)) newLine();
    if (item.isSpace && used === 0) return;
    lines.at(-1)?.push({ ...item, at: used });
    used += item.advance;
  };
  for (const cluster of clustersOf(items)) {
    if (cluster[0]?.isBreak || !fits(lengthOf(cluster))) newLine();
    if (!cluster[0]?.isBreak) cluster.forEach(add);
  }
  return lines.map(withoutLastSpace).filter((line, index) => line.length > 0 || index === 0);
}

/** Length without a sign that may hang over the end. */
function lengthOf(cluster: readonly Item[]) {
  const last = cluster.at(-1);
  const sum = cluster.reduce((length, { advance }) => length + advance, 0);
  return last && (hangs.has(last.text) || last.isSpace) ? sum - last.advance : sum;
}

function clustersOf<One extends Item>(items: readonly One[]): One[][] {
  const clusters: One[][] = [];
  for (const item of items) {
    const last = clusters.at(-1)?.at(-1);
    if (last && sticks(last, item)) clusters.at(-1)?.push(item);
    else clusters.push([item]);
  }
  return clusters;
}

function sticks(before: Item, item: Item) {
  if (before.isBreak || item.isBreak || before.isSpace) return false;
  if (item.isSpace) return true;
  const [end = '', start = ''] = [lastOf(before.text), firstOf(item.text)];
  return notLast.has(end) || notFirst.has(start) || (end === start && twins.has(end));
}

const firstOf = (text: string) => Array.from(text)[0];
const lastOf = (text: string) => Array.from(text).at(-1);

function withoutLastSpace<One extends Item>(line: One[]) {
  return line.at(-1)?.isSpace ? line.slice(0, -1) : line;
}
