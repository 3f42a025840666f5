import { closeBrackets } from '@codemirror/autocomplete';
import { EditorSelection, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { linkOverSelection } from './commands/link.ts';

const wrapping = new Set(['*', '_', '`', '~', '=', '$']);

/** What a typed or pasted sign does beyond standing there. Nothing happens while an input method composes. */
export const typing: Extension = [
  closeBrackets(),
  EditorView.inputHandler.of((view, from, to, text) => {
    const { state } = view;
    if (view.compositionStarted || state.readOnly || !wrapping.has(text)) return false;
    const { main } = state.selection;
    if (main.empty || from !== main.from || to !== main.to) return false;
    const change = state.changeByRange(({ anchor, head, from, to }) => ({
      changes: [
        { from, insert: text },
        { from: to, insert: text },
      ],
      range: EditorSelection.range(anchor + 1, head + 1),
    }));
    view.dispatch(state.update(change, { userEvent: 'input.type' }));
    return true;
  }),
  EditorView.domEventHandlers({
    paste(event, view) {
      const hasFiles = (event.clipboardData?.files.length ?? 0) > 0;
      const pasted = hasFiles ? '' : (event.clipboardData?.getData('text/plain') ?? '');
      const change = view.state.readOnly ? undefined : linkOverSelection(view.state, pasted);
      if (!change) return false;
      view.dispatch(change);
      event.preventDefault();
      return true;
    },
  }),
];
