import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, StateField } from '@codemirror/state';
import { type EditorView, showTooltip, type Tooltip, type TooltipView } from '@codemirror/view';
import { iconElement } from '../icon-element.ts';
import { tableActions } from './table-actions.ts';
import { tableAt } from './table-at.ts';

/** A small bar over the table at the caret, for the pointer; the keys have the same in the toolbar's table menu. */
export const tableBar: Extension = StateField.define<Tooltip | null>({
  create: (state) => barFor(state, null),
  update: (bar, { docChanged, selection, startState, state }) => {
    const isRead = syntaxTree(state) !== syntaxTree(startState); // a slow machine knows of the table a moment later
    return docChanged || selection || isRead ? barFor(state, bar) : bar;
  },
  provide: (field) => showTooltip.from(field),
});

function barFor(state: EditorState, bar: Tooltip | null): Tooltip | null {
  const line = state.doc.lineAt(state.selection.main.head);
  if (!line.text.includes('|') || state.readOnly) return null; // most keys are done with here
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
    button.className = 'ib';
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
