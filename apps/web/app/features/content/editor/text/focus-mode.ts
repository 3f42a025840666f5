import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/** Turns the focus mode on or off in an editor. */
export const setFocusMode = StateEffect.define<boolean>();

const isOn = StateField.define<boolean>({
  create: () => false,
  update: (on, transaction) =>
    transaction.effects.reduce((now, effect) => (effect.is(setFocusMode) ? effect.value : now), on),
  provide: (field) =>
    EditorView.editorAttributes.from(field, (on) => (on ? { class: 'is-focused' } : ({} as Record<string, string>))),
});

/** Only the paragraph that is being written is dark, and its line stays in the middle. */
export const focusMode: Extension = [
  isOn,
  EditorState.transactionExtender.of((transaction) => {
    if (!transaction.startState.field(isOn) || transaction.isUserEvent('select.pointer')) return null;
    if (!transaction.docChanged && !transaction.selection) return null;
    return { effects: EditorView.scrollIntoView(transaction.newSelection.main.head, { y: 'center' }) };
  }),
  ViewPlugin.define((view) => new Here(view), { decorations: (plugin) => plugin.lines }),
];

const here = Decoration.line({ class: 'is-here' });

class Here {
  lines = Decoration.none;
  constructor({ state }: EditorView) {
    this.mark(state);
  }
  update({ state, startState, docChanged, selectionSet }: ViewUpdate) {
    if (docChanged || selectionSet || state.field(isOn) !== startState.field(isOn)) this.mark(state);
  }
  mark(state: EditorState) {
    this.lines = state.field(isOn) ? Decoration.set(linesHere(state).map((from) => here.range(from))) : Decoration.none;
  }
}

/** Where the lines of the paragraph at the caret begin. */
function linesHere({ doc, selection }: EditorState): number[] {
  const { number } = doc.lineAt(selection.main.head);
  const isWritten = (at: number) => at >= 1 && at <= doc.lines && doc.line(at).text.trim() !== '';
  let first = number;
  while (isWritten(first) && isWritten(first - 1)) first--;
  let last = number;
  while (isWritten(last) && isWritten(last + 1)) last++;
  return Array.from({ length: last - first + 1 }, (_, index) => doc.line(first + index).from);
}
