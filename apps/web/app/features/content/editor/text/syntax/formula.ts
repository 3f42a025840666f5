import { tags } from '@lezer/highlight';
import type { BlockContext, InlineContext, Line, MarkdownConfig } from '@lezer/markdown';
import { formulaTag } from './tags.ts';

const dollar = 36;

/** How many of the blocks around it a line goes on with: the parser keeps it, and its types leave it out. */
type PlacedLine = Line & { depth?: number };

/** LaTeX as the published page reads it: `$a$` in a line, `$$a$$` set apart. */
export const formula: MarkdownConfig = {
  defineNodes: [
    { name: 'Formula', style: { 'Formula/...': formulaTag } },
    { name: 'FormulaBlock', block: true, style: { 'FormulaBlock/...': formulaTag } },
    { name: 'FormulaMark', style: tags.processingInstruction },
  ],
  parseInline: [{ name: 'Formula', before: 'Escape', parse: readInline }],
  parseBlock: [
    { name: 'FormulaBlock', before: 'FencedCode', parse: readBlock, endLeaf: (_, line) => opensBlock(line) },
  ],
};

function readInline(cx: InlineContext, next: number, pos: number): number {
  if (next !== dollar || cx.char(pos - 1) === 92) return -1;
  const size = cx.char(pos + 1) === dollar ? 2 : 1;
  const start = pos + size;
  const close = findClose(cx.slice(start, cx.end), size);
  if (close < 0 || !isFormula(cx.slice(start, start + close), size, cx.slice(start + close, cx.end)[size])) {
    return size === 2 ? start : -1;
  }
  const end = start + close + size;
  const marks = [cx.elt('FormulaMark', pos, start), cx.elt('FormulaMark', end - size, end)];
  return cx.addElement(cx.elt('Formula', pos, end, marks));
}

function findClose(text: string, size: number): number {
  for (const match of text.matchAll(/\\.|\$+/gs)) {
    if (match[0].startsWith('\\')) continue;
    if (match[0].length === size) return match.index;
    if (size === 1) return -1;
  }
  return -1;
}

// sums of money are none: “$5 到 $10”
function isFormula(content: string, size: number, after = ''): boolean {
  if (size === 2) return content.trim() !== '';
  if (content === '' || /^\s|\s$/.test(content) || /\d/.test(after)) return false;
  return content.includes('\\text') || !/[，。；：！？、]/.test(content);
}

const opensBlock = (line: Line) => line.next === dollar && /^\$\$(?!.*\$\$.)/.test(line.text.slice(line.pos));

function readBlock(cx: BlockContext, line: PlacedLine): boolean {
  if (!opensBlock(line)) return false;
  const start = cx.lineStart + line.pos;
  const first = line.text.slice(line.pos).trimEnd();
  const marks = [cx.elt('FormulaMark', start, start + 2)];
  let end = start + first.length;
  let closes = first.length > 4 && first.endsWith('$$');
  while (!closes && cx.nextLine() && (line.depth ?? 0) >= cx.depth) {
    closes = line.text.trimEnd().endsWith('$$');
    end = cx.lineStart + line.text.trimEnd().length;
  }
  if (closes) marks.push(cx.elt('FormulaMark', end - 2, end));
  if (closes) cx.nextLine();
  cx.addElement(cx.elt('FormulaBlock', start, Math.max(end, start + 2), marks));
  return true;
}
