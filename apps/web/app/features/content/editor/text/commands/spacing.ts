import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState, StateCommand } from '@codemirror/state';
import type { SyntaxNode } from './syntax-at.ts';

/** Longest parse of the whole text; unparsed text might be code. */
const parseTimeoutMs = 5000;

type Piece = { from: number; to: number };

/** Nodes left unchanged, inside and at their edges. */
const untouched = new Set([
  'FencedCode',
  'CodeBlock',
  'HTMLBlock',
  'CommentBlock',
  'ProcessingInstructionBlock',
  'FormulaBlock',
  'ContainerLine',
  'Image',
  'HTMLTag',
  'Comment',
  'ProcessingInstruction',
  'Escape',
  'Entity',
  'LinkReference',
  'TableDelimiter',
  'HeaderMark',
  'ListMark',
  'QuoteMark',
  'TaskMarker',
  'CalloutKind',
  'HorizontalRule',
]);
/** Nodes treated as one foreign word. */
const likeWords = new Set(['InlineCode', 'Formula', 'Autolink', 'URL']);
/** Zero-width marks, attached to the words they enclose. */
const zeroWidthMarks = new Set([
  'EmphasisMark',
  'StrikethroughMark',
  'MarkedMark',
  'LinkMark',
  'LinkTitle',
  'LinkLabel',
  'FootnoteReference',
]);

const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u;
const foreign = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u;
const goesWithForeign = /[%+#℃°]/;
const customId = /[ \t]*\{#[^{}\s]+\}[ \t]*$/;

/** Inserts spaces between Chinese and foreign words or figures, in the selection or the whole text. */
export const spaceOut: StateCommand = ({ state, dispatch }) => {
  const changes = findGaps(state);
  if (state.readOnly || changes.length === 0) return false;
  dispatch(state.update({ changes, userEvent: 'input.spacing' }));
  return true;
};

/** Finds missing spaces outside code, URLs, formulas, HTML and front matter. */
export function findGaps(state: EditorState): { from: number; insert: string }[] {
  const { main } = state.selection;
  const range = main.empty ? { from: 0, to: state.doc.length } : { from: main.from, to: main.to };
  const start = Math.max(range.from, endOfFrontMatter(state));
  if (!ensureSyntaxTree(state, range.to, parseTimeoutMs)) return [];
  const changes: { from: number; insert: string }[] = [];
  for (let pos = start; pos <= range.to; ) {
    const line = state.doc.lineAt(pos);
    const from = Math.max(line.from, start);
    const to = Math.min(line.to, range.to);
    if (han.test(line.text)) changes.push(...gapsIn(state, { from, to }));
    pos = line.to + 1;
  }
  return changes;
}

type Sort = 'han' | 'foreign';
type Span = Piece & { kind: 'closed' | 'word' | 'opens' | 'closes' };

function gapsIn(state: EditorState, { from, to }: Piece): { from: number; insert: string }[] {
  const gaps: { from: number; insert: string }[] = [];
  let last: Sort | undefined;
  let opened: number | undefined; // after a closing mark, before an opening one
  for (const { text, at, kind } of walk(state, { from, to })) {
    if (kind === 'opens') opened ??= at;
    else if (kind === 'closes') opened = undefined;
    else {
      const sort = sortOf(text, kind, last);
      if (needSpace(last, sort)) gaps.push({ from: opened ?? at, insert: ' ' });
      last = sort;
      opened = undefined;
    }
  }
  return gaps;
}

const needSpace = (a: Sort | undefined, b: Sort | undefined) => a !== undefined && b !== undefined && a !== b;

function sortOf(text: string, kind: string, last?: Sort): Sort | undefined {
  if (kind === 'word') return 'foreign';
  if (kind === 'closed') return undefined;
  if (han.test(text)) return 'han';
  const isForeign = foreign.test(text) || (last === 'foreign' && goesWithForeign.test(text));
  return isForeign ? 'foreign' : undefined;
}

/** Iterates over characters and skipped nodes of a line. */
function* walk(state: EditorState, { from, to }: Piece) {
  const spans = spansIn(state, { from, to });
  const text = state.sliceDoc(from, to);
  const end = customId.exec(text)?.index ?? text.length;
  for (let at = from; at < from + end; ) {
    const span = spans.find((one) => one.from <= at && one.to > at);
    if (span) {
      yield { text: '', at: span.from, kind: span.kind };
      at = span.to;
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(at - from) ?? 32);
    yield { text: character, at, kind: 'text' };
    at += character.length;
  }
}

function spansIn(state: EditorState, { from, to }: Piece): Span[] {
  const spans: Span[] = [];
  syntaxTree(state).iterate({
    from,
    to,
    enter: (node) => {
      const kind = kindOf(node);
      if (kind) spans.push({ from: node.from, to: node.to, kind });
      return kind === undefined;
    },
  });
  return spans;
}

function kindOf({ name, from, node }: { name: string; from: number; node: SyntaxNode }): Span['kind'] | undefined {
  if (untouched.has(name)) return 'closed';
  const inLink = node.parent?.name === 'Link' || node.parent?.name === 'Image';
  if (likeWords.has(name)) return inLink && name === 'URL' ? 'closes' : 'word';
  if (!zeroWidthMarks.has(name)) return undefined;
  return node.parent?.from === from && name !== 'FootnoteReference' ? 'opens' : 'closes';
}

/** End of the front matter, 0 without one. */
function endOfFrontMatter(state: EditorState): number {
  if (!/^---[ \t]*$/.test(state.doc.line(1).text)) return 0;
  for (let number = 2; number <= state.doc.lines; number++) {
    const line = state.doc.line(number);
    if (/^(?:---|\.\.\.)[ \t]*$/.test(line.text)) return line.to;
  }
  return 0;
}
