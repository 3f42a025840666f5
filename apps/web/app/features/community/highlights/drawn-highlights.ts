import { placesOf, type ReadText } from './text-characters.ts';
import './drawn-highlights.css';

/** A line to draw: `number` is written after it; `label` says what a press on it shows. */
export type Line = {
  start: number;
  end: number;
  kind: 'others' | 'own' | 'chosen';
  number?: string;
  label?: string;
  onPress?: () => void;
};

const lineClass = 'drawn-highlights';
const kindClass = {
  others: 'drawn-highlights-others',
  own: 'drawn-highlights-own',
  chosen: 'drawn-highlights-chosen',
};

/** Takes all lines out of a text, which is then as it was served. */
export function eraseLines(root: HTMLElement) {
  for (const line of root.querySelectorAll(`.${lineClass}`)) {
    const parent = line.parentNode;
    line.replaceWith(...line.childNodes);
    parent?.normalize();
  }
  for (const button of root.querySelectorAll('.drawn-highlights-number')) button.remove();
}

type Placed = { line: Line; from: number; to: number };

/** Draws lines below the characters of a text, from its end, so that places before them stay valid. */
export function drawLines(read: ReadText, lines: Line[]) {
  const placed = lines.map((line): Placed => ({ line, ...placesOf(read, line) }));
  const drawn = read.nodes.toReversed().flatMap(({ node, start }) =>
    piecesOf(placed, start, start + node.data.length).map(({ from, to, over }) => ({
      span: wrap(node, [from - start, to - start], over),
      over,
    })),
  );
  // the first that was drawn of a line is its last
  const ends = drawn.toReversed().flatMap(({ span, over }) => over.map((line) => [line, span] as const));
  for (const [line, span] of new Map(ends)) if (line.kind === 'others') span.after(numberOf(line));
}

/** Parts of a text node that have the same lines, the last first. */
function piecesOf(placed: Placed[], start: number, end: number) {
  const here = placed.filter(({ from, to }) => from < end && to > start);
  const ends = here.flatMap(({ from, to }) => [Math.max(from, start), Math.min(to, end)]);
  const cuts = [...new Set(ends)].toSorted((a, b) => b - a);
  return cuts.slice(1).flatMap((from, at) => {
    const to = cuts[at] ?? end;
    const over = here.filter((one) => one.from <= from && one.to >= to).map(({ line }) => line);
    return over.length > 0 ? [{ from, to, over }] : [];
  });
}

function wrap(node: Text, [from, to]: [number, number], over: Line[]) {
  const part = node.splitText(from);
  part.splitText(to - from);
  const span = document.createElement('span');
  span.className = [lineClass, ...new Set(over.map(({ kind }) => kindClass[kind]))].join(' ');
  part.replaceWith(span);
  span.append(part);
  const press = over.find(({ onPress }) => onPress)?.onPress;
  // a press that ends a selection is none
  if (press) span.addEventListener('click', () => getSelection()?.isCollapsed && press());
  return span;
}

/** The number stands in an attribute, so that it is neither copied nor read as part of the text. */
function numberOf({ number = '', label = '', onPress }: Line) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'drawn-highlights-number';
  button.dataset.number = number;
  button.setAttribute('aria-label', label);
  if (onPress) button.addEventListener('click', onPress);
  return button;
}
