import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

export type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

/** Longest parse a command waits for. */
const parseTimeoutMs = 50;

const verbatim = new Set(['FencedCode', 'CodeBlock', 'HTMLBlock', 'CommentBlock', 'FormulaBlock']);

/** Returns the syntax tree up to a position, or what is parsed so far. */
export function treeTo(state: EditorState, to: number) {
  return ensureSyntaxTree(state, to, parseTimeoutMs) ?? syntaxTree(state);
}

/** Finds the innermost node with one of the names that contains the range. */
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

/** Whether a position is in code, HTML or a formula block. */
export function isVerbatim(state: EditorState, pos: number): boolean {
  for (let node: SyntaxNode | null = treeTo(state, pos).resolveInner(pos, -1); node; node = node.parent) {
    if (verbatim.has(node.name)) return true;
  }
  return false;
}
