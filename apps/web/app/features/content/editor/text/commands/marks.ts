import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type SelectionRange,
  type StateCommand,
} from '@codemirror/state';
import { unwrapRedirect } from '@mojian/markdown/redirect-links';
import { readPrefix } from './lists.ts';
import { nodeAround, type SyntaxNode, treeTo } from './syntax-at.ts';

/** Inline mark and its syntax node. */
type Mark = { node: string; sign: string };

export const marks = {
  bold: { node: 'StrongEmphasis', sign: '**' },
  italic: { node: 'Emphasis', sign: '*' },
  strike: { node: 'Strikethrough', sign: '~~' },
  marked: { node: 'Marked', sign: '==' },
  code: { node: 'InlineCode', sign: '`' },
  formula: { node: 'Formula', sign: '$' },
} satisfies Record<string, Mark>;

/** Elements for words whose signs would stay literal, as in `**a!**b`. */
const elements: Record<string, string> = {
  StrongEmphasis: 'strong',
  Emphasis: 'em',
  Strikethrough: 's',
  Marked: 'mark',
};

type Piece = { from: number; to: number };

/** Marked words with their signs or tags. */
type Holder = Piece & { words: Piece };

/** Toggles marks around the selection, line by line; the selection stays. */
export function toggleMark(mark: Mark): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const change = state.changeByRange((range) => changeRange(state, range, mark));
    dispatch(state.update(change, { userEvent: 'input.mark', scrollIntoView: true }));
    return true;
  };
}

/** Whether the caret or the whole selection is within the mark. */
export function hasMark(state: EditorState, { from, to }: Piece, { node }: Mark): boolean {
  return (
    nodeAround(state, from, to, new Set([node])) !== undefined || elementAround(state, { from, to }, node) !== undefined
  );
}

function changeRange(state: EditorState, range: SelectionRange, mark: Mark) {
  if (range.empty) return changeAtCaret(state, range.head, mark);
  const pieces = selectedWords(state, range);
  if (pieces.length === 0) return { range };
  const holders = pieces.map((piece) => enclosingMark(state, piece, mark));
  if (holders.every(Boolean)) {
    const all = new Map(holders.map((holder) => [holder?.from, holder]));
    const changes = [...all.values()].flatMap((holder) => (holder ? removeMark(holder) : []));
    return mapped(state, range, pieces, changes);
  }
  const bare = pieces.filter((_, index) => !holders[index]);
  return mapped(state, range, pieces, addMarks(state, bare, mark));
}

/** Selects the words without their new marks. */
function mapped(state: EditorState, range: SelectionRange, pieces: Piece[], specs: ChangeSpec[]) {
  const changes = state.changes(specs);
  const from = changes.mapPos(pieces[0]?.from ?? range.from, 1);
  const to = changes.mapPos(pieces.at(-1)?.to ?? range.to, -1);
  const [anchor, head] = range.anchor <= range.head ? [from, to] : [to, from];
  return { changes, range: EditorSelection.range(anchor, head) };
}

function changeAtCaret(state: EditorState, pos: number, mark: Mark) {
  const { sign } = mark;
  const size = sign.length;
  const isEmptyPair =
    state.sliceDoc(pos - size, pos) === sign &&
    state.sliceDoc(pos, pos + size) === sign &&
    state.sliceDoc(pos - size - 1, pos - size) !== sign[0];
  if (isEmptyPair) {
    return { changes: [{ from: pos - size, to: pos + size }], range: EditorSelection.cursor(pos - size) };
  }
  const holder = enclosingMark(state, { from: pos, to: pos }, mark);
  // at the very end the toggle only moves the caret out
  if (holder && pos === holder.to - size) return { range: EditorSelection.cursor(holder.to) };
  if (holder) {
    const changes = state.changes(removeMark(holder));
    return { changes, range: EditorSelection.cursor(changes.mapPos(pos)) };
  }
  const word = latinWordAt(state, pos);
  if (word) {
    const changes = state.changes(addMarks(state, [word], mark));
    return { changes, range: EditorSelection.cursor(changes.mapPos(pos, pos === word.from ? 1 : -1)) };
  }
  return { changes: [{ from: pos, insert: sign + sign }], range: EditorSelection.cursor(pos + size) };
}

/** Latin word around the caret. */
function latinWordAt(state: EditorState, pos: number): Piece | undefined {
  const { text, from } = state.doc.lineAt(pos);
  const before = /[\p{Script=Latin}\p{N}_-]+$/u.exec(text.slice(0, pos - from))?.[0] ?? '';
  const after = /^[\p{Script=Latin}\p{N}_-]+/u.exec(text.slice(pos - from))?.[0] ?? '';
  return before && after ? { from: pos - before.length, to: pos + after.length } : undefined;
}

/** Splits the selection by line, without prefixes and surrounding white space. */
function selectedWords(state: EditorState, { from, to }: Piece): Piece[] {
  const pieces: Piece[] = [];
  for (let pos = from; pos <= to; ) {
    const line = state.doc.lineAt(pos);
    const start = Math.max(from, line.from + readPrefix(line.text).length);
    const end = Math.min(to, line.to);
    const words = state.sliceDoc(start, Math.max(start, end));
    const left = words.length - words.trimStart().length;
    if (words.trim()) pieces.push({ from: start + left, to: start + left + words.trim().length });
    pos = line.to + 1;
  }
  return pieces;
}

function enclosingMark(state: EditorState, { from, to }: Piece, { node }: Mark): Holder | undefined {
  const found = nodeAround(state, from, to, new Set([node]));
  return found ? holderOf(found) : elementAround(state, { from, to }, node);
}

function holderOf({ from, to, firstChild, lastChild }: SyntaxNode): Holder {
  return { from, to, words: { from: firstChild?.to ?? from, to: lastChild?.from ?? to } };
}

/** Finds the tags directly around the words. */
function elementAround(state: EditorState, words: Piece, node: string): Holder | undefined {
  const [opening, closing] = tagsOf(node);
  if (!opening || words.from === words.to) return undefined;
  const { from, to } = { from: words.from - opening.length, to: words.to + closing.length };
  const isHeld = state.sliceDoc(from, words.from) === opening && state.sliceDoc(words.to, to) === closing;
  return isHeld ? { from, to, words } : undefined;
}

function tagsOf(node: string): [opening: string, closing: string] {
  const name = elements[node];
  return name ? [`<${name}>`, `</${name}>`] : ['', ''];
}

function removeMark({ from, to, words }: Holder): ChangeSpec[] {
  return [
    { from, to: words.from },
    { from: words.to, to },
  ];
}

/** Marks the pieces, with tags where the signs would stay literal. */
function addMarks(state: EditorState, pieces: Piece[], mark: Mark): ChangeSpec[] {
  const changes = state.changes(pieces.flatMap((piece) => addMark(state, piece, mark)));
  const after = state.update({ changes }).state;
  return pieces.flatMap((piece) => {
    const [from, to] = [changes.mapPos(piece.from, 1), changes.mapPos(piece.to, -1)];
    const isRead = nodeAround(after, from, to, new Set([mark.node])) !== undefined;
    return addMark(state, piece, mark, !isRead && !nodeAround(state, piece.from, piece.to, literal));
  });
}

/** Nodes in which tags are as literal as signs. */
const literal = new Set([
  'FencedCode',
  'CodeBlock',
  'InlineCode',
  'Formula',
  'FormulaBlock',
  'URL',
  'HTMLBlock',
  'Comment',
]);

/** Adds the mark and removes equal marks within. */
function addMark(state: EditorState, piece: Piece, mark: Mark, asElement = false): ChangeSpec[] {
  const inner: ChangeSpec[] = [];
  treeTo(state, piece.to).iterate({
    ...piece,
    enter: ({ name, from, to, node }) => {
      if (name === mark.node && from >= piece.from && to <= piece.to) inner.push(...removeMark(holderOf(node)));
    },
  });
  const sign = signFor(state.sliceDoc(piece.from, piece.to), mark);
  const [opening, closing] = asElement ? tagsOf(mark.node) : [sign, sign];
  return [...inner, { from: piece.from, insert: opening || sign }, { from: piece.to, insert: closing || sign }];
}

/** Doubles the backtick around words that contain one. */
function signFor(words: string, { node, sign }: Mark): string {
  return node === 'InlineCode' && words.includes('`') ? '``' : sign;
}

const links = new Set(['Link']);
const address = /^https?:\/\/[^\s<>"]+$/i;

/** Toggles a link on the selected words. */
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

/** Inserts a link and moves the caret to its missing part. */
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

/** Links the selected words to a pasted URL; undefined where it is pasted as text. */
export function linkOverSelection(state: EditorState, pasted: string) {
  const url = unwrapRedirect(pasted.trim());
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
