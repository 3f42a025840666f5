import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { isIndentedCode, leavesBlock, lineText } from './block-lines.ts';
import { write } from './markdown-it.ts';
import { type RenderState, storeFragment } from './render-state.ts';
import { readBracketFormula } from './tex-brackets.ts';
import { escapeHtml } from './text.ts';

/** Parses LaTeX: `$a$` and `\(a\)` inline, `$$a$$` and `\[a\]` displayed, and fences named `math`. */
export function math(md: MarkdownIt): void {
  md.inline.ruler.after('escape', 'math', inlineMath);
  md.inline.ruler.before('escape', 'math_brackets', inlineBrackets);
  md.block.ruler.after('fence', 'math_block_brackets', blockBrackets, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  md.block.ruler.after('fence', 'math_block', blockMath, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  md.core.ruler.after('block', 'math_fence', (state) => {
    for (const token of state.tokens)
      if (token.type === 'fence' && token.info.trim() === 'math') token.type = 'math_block';
  });
  write(md, {
    math_inline: (tokens, index, state) => formula(state, tokens[index]?.content, false),
    math_block: (tokens, index, state) => `${storeBlock(state, tokens[index]?.content ?? '')}\n`,
    math_display: (tokens, index, state) => formula(state, tokens[index]?.content, true),
  });
}

function formula(state: RenderState, source = '', display: boolean): string {
  return storeFragment(state, set(state, source, display));
}

function storeBlock(state: RenderState, source: string): string {
  return storeFragment(state, `<div class="math" tabindex="0">${set(state, source, true)}</div>`);
}

function set(state: RenderState, source: string, display: boolean): string {
  return state.setFormula?.(source.trim(), display) ?? escapeHtml(source);
}

function inlineMath(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src[pos] !== '$') return false;

  const markers = /\$+/.exec(src.slice(pos, pos + 3))?.[0].length ?? 1;
  const start = pos + markers;
  const end = markers > 2 ? -1 : findClosing(src, start, posMax, markers);
  const content = src.slice(start, Math.max(start, end));
  if (!isFormula(content, markers, src[end + markers])) {
    if (!silent) state.pending += src.slice(pos, start);
    state.pos = start;
    return true;
  }
  if (!silent) state.push(markers === 2 ? 'math_display' : 'math_inline', 'math', 0).content = content;
  state.pos = end + markers;
  return true;
}

function inlineBrackets(state: StateInline, silent: boolean): boolean {
  const found = readBracketFormula(state.src, state.pos, state.posMax);
  if (!found) return false;
  if (!silent) state.push(found.isDisplay ? 'math_display' : 'math_inline', 'math', 0).content = found.content;
  state.pos = found.end;
  return true;
}

/** `\[ … \]` on lines of its own, as chat assistants write formulas; without blank lines within. */
function blockBrackets(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (isIndentedCode(state, startLine)) return false;
  const first = lineText(state, startLine);
  if (!first.startsWith('\\[')) return false;
  const single = readBracketFormula(first, 0);
  const isSingle = single?.end === first.length;
  const lastLine = isSingle ? startLine : findBracketEnd(state, startLine, endLine, first);
  if (lastLine === undefined) return false;
  const content = isSingle ? single.content : `${first.slice(2)}\n${bodyText(state, startLine, lastLine)}`;
  if (content.trim() === '') return false;
  if (!silent) pushBlock(state, startLine, lastLine, content);
  return true;
}

function findBracketEnd(state: StateBlock, startLine: number, endLine: number, first: string): number | undefined {
  if (!/^\\\[(?:\s|$)/.test(first) || first.includes('\\]')) return undefined;
  for (let line = startLine + 1; line < endLine; line++) {
    const text = lineText(state, line);
    if (text === '' || leavesBlock(state, line) || text.startsWith('\\[')) return undefined;
    if (text.endsWith('\\]')) return line;
  }
  return undefined;
}

function pushBlock(state: StateBlock, startLine: number, lastLine: number, content: string): void {
  const token = state.push('math_block', 'math', 0);
  token.block = true;
  token.map = [startLine, lastLine + 1];
  token.content = content;
  state.line = lastLine + 1;
}

/** Position of the next unescaped run of as many dollars, or -1. Only `$$` may contain single dollars. */
function findClosing(src: string, start: number, max: number, markers: number): number {
  const candidate = /\\.|\$+/gs;
  candidate.lastIndex = start;
  for (let match = candidate.exec(src); match && candidate.lastIndex <= max; match = candidate.exec(src)) {
    const [run] = match;
    if (run.startsWith('\\')) continue;
    if (run.length === markers) return match.index;
    if (markers === 1) return -1;
  }
  return -1;
}

// Sums of money are not formulas: “$5 到 $10”, “$5，现在$八”.
function isFormula(content: string, markers: number, after = ''): boolean {
  if (markers === 2) return content.trim() !== '';
  if (content === '' || /^\s|\s$/.test(content) || /\d/.test(after)) return false;
  return content.includes('\\text') || !/[，。；：！？、]/.test(content);
}

function blockMath(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (isIndentedCode(state, startLine)) return false;
  const first = lineText(state, startLine);
  if (!first.startsWith('$$')) return false;

  const single = /^\$\$(.+)\$\$$/.exec(first)?.[1];
  const lastLine = single === undefined ? findLastLine(state, startLine, endLine, first) : startLine;
  if (lastLine === undefined || single?.includes('$$')) return false;
  const content = single ?? `${first.slice(2)}\n${bodyText(state, startLine, lastLine)}`;
  if (content.trim() === '') return false;
  if (!silent) pushBlock(state, startLine, lastLine, content);
  return true;
}

function findLastLine(state: StateBlock, startLine: number, endLine: number, first: string): number | undefined {
  if (first.includes('$$', 2)) return undefined;
  for (let line = startLine + 1; line < endLine; line++) {
    const text = lineText(state, line);
    if (leavesBlock(state, line)) return undefined;
    if (text.endsWith('$$')) return line;
    if (text.startsWith('$$')) return undefined;
  }
  return undefined;
}

function bodyText(state: StateBlock, startLine: number, lastLine: number): string {
  const body = state.getLines(startLine + 1, lastLine, state.blkIndent, true);
  return body + lineText(state, lastLine).slice(0, -2);
}
