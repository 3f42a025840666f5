import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/** A node of a text's syntax. */
export type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

/** Milliseconds a command may wait for the text to be read up to where it acts. */
const parseTimeoutMs = 50;

const verbatim = new Set(['FencedCode', 'CodeBlock', 'HTMLBlock', 'CommentBlock', 'FormulaBlock']);

/** The syntax of a text up to a place, as far as it can be had at once. */
export function treeTo(state: EditorState, to: number) {
  return ensureSyntaxTree(state, to, parseTimeoutMs) ?? syntaxTree(state);
}

/** The innermost node of one of these names that holds the whole range, touching its ends or not. */
export function nodeAround(state: EditorState, from: number, to: number, names: ReadonlySet<string>) {
  const tree = treeTo(state, to);
  const sides: (-1 | 1)[] = from === to ? [-1, 1] : [1];
  for (const side of sides) {
    for (let node: SyntaxNode | null = tree.resolveInner(from, side); node; node = node.parent) {
      if (names.has(node.name) && node.from <= from && node.to >= to) return node;
    }
  }
  return undefined;
}

/** Whether a place stands where Markdown's marks mean nothing: in code, HTML, a formula set apart. */
export function isVerbatim(state: EditorState, pos: number): boolean {
  for (let node: SyntaxNode | null = treeTo(state, pos).resolveInner(pos, -1); node; node = node.parent) {
    if (verbatim.has(node.name)) return true;
  }
  return false;
}
