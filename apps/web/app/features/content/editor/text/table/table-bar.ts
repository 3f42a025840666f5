import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, StateField } from '@codemirror/state';
import { type EditorView, showTooltip, type Tooltip, type TooltipView } from '@codemirror/view';
import { iconElement } from '@mojian/ui/drawn-icon';
import type { Action } from '../actions.ts';
import { addColumn, addRow, alignColumn, removeColumn, removeRow, tableAt } from './table.ts';

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
