import type { EditorView } from '@codemirror/view';

/** Puts a text in the place of the present one, in one step that can be undone; what is alike stays where it is. */
export function placeText(view: EditorView, text: string) {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  const present = view.state.doc.toString();
  if (present === lines) return;
  const from = alike(present, lines, (value, index) => value.charCodeAt(index));
  const longest = Math.min(present.length, lines.length) - from;
  const tail = Math.min(
    longest,
    alike(present, lines, (value, index) => value.charCodeAt(value.length - 1 - index)),
  );
  view.dispatch({ changes: { from, to: present.length - tail, insert: lines.slice(from, lines.length - tail) } });
}

function alike(one: string, other: string, at: (value: string, index: number) => number) {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && at(one, length) === at(other, length)) length += 1;
  return length;
}
