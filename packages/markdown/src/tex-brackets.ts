import { limits } from './limits.ts';

/** A formula in LaTeX's own brackets, with the position behind it. */
export type BracketFormula = { content: string; isDisplay: boolean; end: number };

const command = /(?<!\\)\\[a-z]/i;
const chinese = /[\p{Script=Han}，。；：！？、]/u;

/**
 * Reads `\(a\)` or `\[a\]` at a position within one paragraph. Brackets escaped to be shown stay text: `\[1\]`, `\(注\)`,
 * `\[a\](b)`; so does everything without its end. Takes time linear in the text up to the next bracket.
 */
export function readBracketFormula(text: string, from: number, max = text.length): BracketFormula | undefined {
  const isDisplay = text[from + 1] === '[';
  if (text[from] !== '\\' || (!isDisplay && text[from + 1] !== '(')) return undefined;
  const bound = text.slice(from + 2, Math.min(max, from + 2 + limits.formulaLength));
  const next = nextBracket(bound, isDisplay ? '[]' : '()');
  if (!next?.closes) return undefined;
  const content = bound.slice(0, next.at);
  const end = from + 2 + next.at + 2;
  return isFormula(content, isDisplay) && !/[([:]/.test(isDisplay ? (text[end] ?? '') : '')
    ? { content, isDisplay, end }
    : undefined;
}

/** The next bracket of a kind; a further opening one ends the search, which keeps rows of them linear. */
function nextBracket(text: string, [open, close]: string): { at: number; closes: boolean } | undefined {
  for (const { 0: pair, index } of text.matchAll(/\\./gs)) {
    if (pair[1] === close) return { at: index, closes: true };
    if (pair[1] === open) return { at: index, closes: false };
  }
  return undefined;
}

/** Whether the content of brackets is a formula: only LaTeX has commands, or spaces at its edges on a line of its own. */
function isFormula(content: string, isDisplay: boolean): boolean {
  if (content.trim() === '' || chinese.test(content.replace(/\\text\{[^{}]*\}/g, ''))) return false;
  return !isDisplay || command.test(content) || /^\s/.test(content);
}
