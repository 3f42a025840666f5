import { tags } from '@lezer/highlight';
import type { InlineContext, MarkdownConfig } from '@lezer/markdown';
import { readInlineNote } from '@mojian/markdown/inline-notes';
import { scriptAt } from '@mojian/markdown/scripts';
import { readBracketFormula } from '@mojian/markdown/tex-brackets';

const backslash = 92;
const caret = 94;
const tilde = 126;

/** Longer than any script, so that a row of signs is read in linear time. */
const nearby = 64;

/** Notes within the text (`^[…]`), formulas in LaTeX's own brackets, and scripts (`H~2~O`, `x^2^`), as the page reads them. */
export const inlineSyntax: MarkdownConfig = {
  defineNodes: [
    { name: 'InlineNote', style: { 'InlineNote/...': tags.quote } },
    { name: 'InlineNoteMark', style: tags.processingInstruction },
    { name: 'Script', style: tags.emphasis },
    { name: 'ScriptMark', style: tags.processingInstruction },
  ],
  parseInline: [
    { name: 'BracketFormula', before: 'Escape', parse: readFormula },
    { name: 'InlineNote', before: 'Link', parse: readNote },
    { name: 'Script', before: 'Emphasis', parse: readScript },
  ],
};

function readFormula(cx: InlineContext, next: number, pos: number): number {
  if (next !== backslash || (cx.char(pos + 1) !== 40 && cx.char(pos + 1) !== 91)) return -1;
  const formula = readBracketFormula(cx.slice(pos, cx.end), 0);
  return formula ? add(cx, 'Formula', pos, pos + formula.end, 2) : -1;
}

function readNote(cx: InlineContext, next: number, pos: number): number {
  if (next !== caret || cx.char(pos + 1) !== 91) return -1;
  const content = readInlineNote(cx.slice(pos, cx.end), 0);
  if (content === undefined) return -1;
  const [from, to] = [pos + 2, pos + 2 + content.length];
  const marks = [cx.elt('InlineNoteMark', pos, from), cx.elt('InlineNoteMark', to, to + 1)];
  return cx.addElement(cx.elt('InlineNote', pos, to + 1, marks));
}

function readScript(cx: InlineContext, next: number, pos: number): number {
  if (next !== tilde && next !== caret) return -1;
  const from = Math.max(cx.offset, pos - 2);
  const content = scriptAt(cx.slice(from, Math.min(cx.end, pos + nearby)), pos - from);
  return content === undefined ? -1 : add(cx, 'Script', pos, pos + content.length + 2, 1);
}

/** Adds a node with marks of a size on both sides. */
function add(cx: InlineContext, name: string, from: number, to: number, size: number): number {
  const marks = [cx.elt(`${name}Mark`, from, from + size), cx.elt(`${name}Mark`, to - size, to)];
  return cx.addElement(cx.elt(name, from, to, marks));
}
