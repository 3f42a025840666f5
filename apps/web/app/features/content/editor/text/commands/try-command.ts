import { ensureSyntaxTree } from '@codemirror/language';
import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state';
import { ourMarkdown } from '../markdown-language.ts';

const marks = /‸|⟦|⟧/g;

/** Creates a state from text with `‸` for carets and `⟦…⟧` for selections. */
export function stateOf(source: string): EditorState {
  const markedText = source.replace(/\r\n/g, '\n'); // CodeMirror normalizes line breaks
  const ranges: { anchor: number; head: number }[] = [];
  let open = 0;
  let seen = 0;
  for (const { 0: mark, index } of markedText.matchAll(marks)) {
    const at = index - seen;
    seen += 1;
    if (mark === '⟦') open = at;
    else ranges.push({ anchor: mark === '⟧' ? open : at, head: at });
  }
  const state = EditorState.create({
    doc: source.replace(marks, ''),
    ...(ranges.length > 0 && {
      selection: EditorSelection.create(ranges.map(({ anchor, head }) => EditorSelection.range(anchor, head))),
    }),
    extensions: [ourMarkdown, EditorState.allowMultipleSelections.of(true)],
  });
  ensureSyntaxTree(state, state.doc.length, 20_000); // parses to the end, however slow the machine
  return state;
}

/** Returns the text with carets and selections marked. */
export function written({ doc, selection }: EditorState): string {
  let text = doc.toString();
  for (const { from, to, empty } of [...selection.ranges].reverse()) {
    text = empty
      ? `${text.slice(0, to)}‸${text.slice(to)}`
      : `${text.slice(0, from)}⟦${text.slice(from, to)}⟧${text.slice(to)}`;
  }
  return text;
}

/** Undefined when the command did not handle the text. */
export function runCommand(command: StateCommand, before: string): string | undefined {
  let state = stateOf(before);
  const did = command({
    state,
    dispatch: (transaction) => {
      state = transaction.state;
    },
  });
  return did ? written(state) : undefined;
}
