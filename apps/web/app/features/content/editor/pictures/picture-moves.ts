import type { ChangeSpec, EditorState, Line } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { readPictureLine, rowAround } from './picture-lines.ts';

const dragType = 'application/x-mojian-picture';

/** Moves a picture line next to another, so that both are a row; nothing for one that stays where it is. */
function moveBeside(state: EditorState, source: Line, target: Line, side: 'before' | 'after'): ChangeSpec[] {
  const isThere = side === 'before' ? target.number === source.number + 1 : target.number === source.number - 1;
  if (source.number === target.number || isThere) return [];
  const insert = side === 'before' ? `${source.text}\n` : `\n${source.text}`;
  return [removal(state, source), { from: side === 'before' ? target.from : target.to, insert }];
}

/** Takes a line out, with one of two empty lines around it. */
function removal({ doc }: EditorState, { number, from, to }: Line) {
  const isEmpty = (at: number) => at < 1 || at > doc.lines || doc.line(at).text.trim() === '';
  if (number === doc.lines) return { from: Math.max(0, from - 1), to };
  const both = isEmpty(number - 1) && isEmpty(number + 1) && number + 1 < doc.lines;
  return { from, to: both ? doc.line(number + 1).to + 1 : to + 1 };
}

/** Exchanges a picture with the one after it in its row, the last with the one before. `to`: where it stands then. */
export function swapInRow({ doc }: EditorState, line: Line): { changes: ChangeSpec; to: number } | undefined {
  const { first, last } = rowAround(doc, line.number);
  if (first === last) return undefined;
  const other = doc.line(line.number === last ? line.number - 1 : line.number + 1);
  const [upper, lower] = other.number < line.number ? [other, line] : [line, other];
  const changes = { from: upper.from, to: lower.to, insert: `${lower.text}\n${upper.text}` };
  return { changes, to: upper === line ? upper.from + lower.length + 1 : upper.from };
}

/** Parts a picture from its row by empty lines. */
export function partFromRow({ doc }: EditorState, line: Line): ChangeSpec[] {
  const { first, last } = rowAround(doc, line.number);
  return [
    ...(line.number > first ? [{ from: line.from, insert: '\n' }] : []),
    ...(line.number < last ? [{ from: line.to, insert: '\n' }] : []),
  ];
}

/** Lets a slip be dragged next to another; a line of ink shows where it will stand. */
export const draggedSlips = EditorView.domEventHandlers({
  dragstart(event, view) {
    const slip = slipOf(event);
    if (!slip || !event.dataTransfer || view.state.readOnly) return false;
    event.dataTransfer.setData(dragType, String(view.state.doc.lineAt(view.posAtDOM(slip)).number));
    return false; // true would prevent the drag; the editor adds the Markdown for other programs
  },
  dragover(event, view) {
    if (!event.dataTransfer?.types.includes(dragType)) return false;
    const slip = slipOf(event);
    mark(view, slip, slip && sideOf(event, slip));
    event.dataTransfer.dropEffect = slip ? 'move' : 'none';
    return true;
  },
  dragleave(_event, view) {
    mark(view, undefined);
    return false;
  },
  dragend(_event, view) {
    mark(view, undefined);
    return false;
  },
  drop(event, view) {
    const number = Number(event.dataTransfer?.getData(dragType));
    if (!number) return false;
    event.preventDefault();
    mark(view, undefined);
    const slip = slipOf(event);
    if (slip) drop(view, number, slip, sideOf(event, slip));
    return true;
  },
});

function drop(view: EditorView, number: number, slip: HTMLElement, side: 'before' | 'after') {
  const { doc } = view.state;
  const source = number <= doc.lines ? doc.line(number) : undefined;
  if (!source || !readPictureLine(source.text)) return;
  const changes = moveBeside(view.state, source, doc.lineAt(view.posAtDOM(slip)), side);
  view.dispatch({ changes, userEvent: 'move.drop' });
}

function slipOf({ target }: Event): HTMLElement | undefined {
  return (target as Element).closest<HTMLElement>('.picture-slip') ?? undefined;
}

function sideOf({ clientY }: DragEvent, slip: HTMLElement) {
  const { top, height } = slip.getBoundingClientRect();
  return clientY < top + height / 2 ? 'before' : 'after';
}

function mark(view: EditorView, slip: HTMLElement | undefined, side?: 'before' | 'after') {
  for (const marked of view.dom.querySelectorAll<HTMLElement>('[data-drop]')) delete marked.dataset.drop;
  if (slip && side) slip.dataset.drop = side;
}
