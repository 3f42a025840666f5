import { EditorSelection, type EditorState, type StateCommand } from '@codemirror/state';
import { nodeAround } from './syntax-at.ts';

const links = new Set(['Link']);
const address = /^https?:\/\/[^\s<>"]+$/i;

/** Makes the selected words a link whose address is to be written; a link becomes its words again. */
export const toggleLink: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const { from, to } = state.selection.main;
  const link = nodeAround(state, from, to, links);
  const words = link ? link.getChildren('LinkMark') : [];
  const [open, close] = words;
  if (link && open && close) {
    const changes = state.changes([
      { from: open.from, to: open.to },
      { from: close.from, to: link.to },
    ]);
    dispatch(state.update({ changes, selection: state.selection.map(changes), userEvent: 'input.link' }));
    return true;
  }
  const text = state.sliceDoc(from, to);
  dispatch(state.update(linkOf(from, to, text), { userEvent: 'input.link', scrollIntoView: true }));
  return true;
};

/** The caret goes to what is still missing: the words, or the address. */
function linkOf(from: number, to: number, text: string) {
  if (address.test(text)) {
    return { changes: { from, to, insert: `[](${text})` }, selection: EditorSelection.cursor(from + 1) };
  }
  const selection = text ? EditorSelection.cursor(from + text.length + 3) : EditorSelection.cursor(from + 1);
  return { changes: { from, to, insert: `[${text}]()` }, selection };
}

export function isLink(state: EditorState): boolean {
  const { from, to } = state.selection.main;
  return nodeAround(state, from, to, links) !== undefined;
}

const noLinks = new Set([
  'Link',
  'Image',
  'URL',
  'Autolink',
  'InlineCode',
  'FencedCode',
  'CodeBlock',
  'Formula',
  'FormulaBlock',
  'HTMLBlock',
]);

/** What becomes of selected words over which an address is pasted; nothing where it is to be taken as it is. */
export function linkOverSelection(state: EditorState, pasted: string) {
  const url = pasted.trim();
  const { from, to, empty } = state.selection.main;
  const text = state.sliceDoc(from, to);
  if (empty || state.selection.ranges.length > 1 || !address.test(url) || text.includes('\n')) return undefined;
  if (text.trim() === '' || address.test(text.trim()) || nodeAround(state, from, to, noLinks)) return undefined;
  const target = /[()]/.test(url) ? `<${url}>` : url;
  const insert = `[${text.replace(/[[\]]/g, '\\$&')}](${target})`;
  return state.update({
    changes: { from, to, insert },
    selection: EditorSelection.cursor(from + insert.length),
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
}
