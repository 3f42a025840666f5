import type { EditorState } from '@codemirror/state';

/** Where the front matter of a text ends, 0 without any. */
export function endOfFrontMatter(state: EditorState): number {
  if (!/^---[ \t]*$/.test(state.doc.line(1).text)) return 0;
  for (let number = 2; number <= state.doc.lines; number++) {
    const line = state.doc.line(number);
    if (/^(?:---|\.\.\.)[ \t]*$/.test(line.text)) return line.to;
  }
  return 0;
}
