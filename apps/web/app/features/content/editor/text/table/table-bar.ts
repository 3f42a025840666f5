import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, RangeSetBuilder, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  showTooltip,
  type Tooltip,
  type TooltipView,
  ViewPlugin,
} from '@codemirror/view';
import type { Action } from '../actions.ts';
import { iconElement } from '../icon-element.ts';
import { addColumn, addRow, alignColumn, removeColumn, removeRow, tableAt, wide } from './table.ts';

/** Tooltip with table commands; keyboards use the toolbar's table menu. */
export const tableBar: Extension = StateField.define<Tooltip | null>({
  create: (state) => barFor(state, null),
  update: (bar, { docChanged, selection, startState, state }) => {
    const isRead = syntaxTree(state) !== syntaxTree(startState); // the parser may not have reached the table yet
    return docChanged || selection || isRead ? barFor(state, bar) : bar;
  },
  provide: (field) => showTooltip.from(field),
});

function barFor(state: EditorState, bar: Tooltip | null): Tooltip | null {
  const line = state.doc.lineAt(state.selection.main.head);
  if (!line.text.includes('|') || state.readOnly) return null; // most changes do not concern a table
  const placed = tableAt(state);
  if (!placed) return null;
  return bar?.pos === placed.from ? bar : { pos: placed.from, above: true, create };
}

function create(view: EditorView): TooltipView {
  const dom = document.createElement('div');
  dom.className = 'table-bar';
  for (const { label, icon, run } of tableActions) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'icon-button';
    button.tabIndex = -1;
    button.title = label;
    button.ariaLabel = label;
    button.append(iconElement(icon));
    button.onmousedown = (event) => event.preventDefault();
    button.onclick = () => {
      run(view);
      view.focus();
    };
    dom.append(button);
  }
  return { dom };
}

const mark = Decoration.mark({ class: 'text-md-wide' });
const runs = new RegExp(`(?:${wide.source})+`, 'gu');

/** Marks wide characters in visible tables, so that CSS gives them two columns. */
export const tableColumns = ViewPlugin.define(
  (view) => ({
    marks: wideRuns(view),
    update({ docChanged, viewportChanged, state, startState }) {
      if (docChanged || viewportChanged || syntaxTree(state) !== syntaxTree(startState)) this.marks = wideRuns(view);
    },
  }),
  { decorations: ({ marks }) => marks },
);

function wideRuns({ state, visibleRanges }: EditorView): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  let done = 0;
  for (const { from, to } of visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: (node) => {
        if (node.name !== 'Table') return !node.name.endsWith('Code') && node.name !== 'Paragraph';
        const start = Math.max(done, from, node.from);
        const text = state.sliceDoc(start, Math.min(to, node.to));
        for (const { index, 0: run } of text.matchAll(runs)) marks.add(start + index, start + index + run.length, mark);
        done = Math.min(to, node.to);
        return false;
      },
    });
  }
  return marks.finish();
}

/** Commands for the table at the caret. */
export const tableActions: Action[] = [
  { id: 'addRow', label: '在下面加一行', icon: 'rowadd', run: addRow },
  { id: 'addColumn', label: '在右边加一列', icon: 'coladd', run: addColumn },
  { id: 'removeRow', label: '删去这一行', icon: 'rowcut', run: removeRow },
  { id: 'removeColumn', label: '删去这一列', icon: 'colcut', run: removeColumn },
  { id: 'alignLeft', label: '这一列靠左', icon: 'toleft', run: alignColumn('left') },
  { id: 'alignCenter', label: '这一列居中', icon: 'tomiddle', run: alignColumn('center') },
  { id: 'alignRight', label: '这一列靠右', icon: 'toright', run: alignColumn('right') },
];
