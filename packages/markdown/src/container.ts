import type MarkdownIt from 'markdown-it';
import type StateBlock from 'markdown-it/lib/rules_block/state_block.mjs';
import { isIndentedCode, leavesBlock, lineText } from './block-lines.ts';
import { calloutTokens, detailsTokens, findKind } from './callout.ts';

const opener = /^:{3,}[ \t]*([a-z]+)(?![\w-])(.*)$/i;
const closer = /^:{3,}$/;
const fence = /^(`{3,}|~{3,})/;

/** `::: tip 标题` … `:::`, as VitePress and Hexo write their asides; `::: details` folds. Without an end it lasts. */
export function containers(md: MarkdownIt): void {
  md.block.ruler.before('fence', 'container', container, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
}

function container(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (isIndentedCode(state, startLine)) return false;
  const [, name = '', title = ''] = opener.exec(lineText(state, startLine)) ?? [];
  const kind = findKind(name.toLowerCase());
  const folds = name.toLowerCase() === 'details';
  if (!kind && !folds) return false;
  if (silent) return true;

  const around = kind ? calloutTokens(kind, title.trim(), state.env) : detailsTokens(title.trim());
  const { end, next } = findEnd(state, startLine, endLine);
  const [first] = around.before;
  if (first) {
    first.map = [startLine, next];
    first.level = state.level;
  }
  state.tokens.push(...around.before);
  readContent(state, startLine + 1, end);
  state.tokens.push(...around.after);
  state.line = next;
  return true;
}

function readContent(state: StateBlock, startLine: number, endLine: number): void {
  const { parentType, lineMax } = state;
  state.parentType = 'root';
  state.lineMax = endLine; // no paragraph within may go on past the end
  state.level += 1;
  state.md.block.tokenize(state, startLine, endLine);
  state.level -= 1;
  state.parentType = parentType;
  state.lineMax = lineMax;
}

/** The line after the content and the line after the container. Containers and code within are stepped over. */
function findEnd(state: StateBlock, startLine: number, endLine: number): { end: number; next: number } {
  let depth = 1;
  let fenced = '';
  for (let line = startLine + 1; line < endLine; line++) {
    const text = lineText(state, line);
    if (leavesBlock(state, line)) return { end: line, next: line };
    const mark = fence.exec(text)?.[1];
    if (mark) fenced = nextFence(fenced, mark, text);
    else if (!fenced) depth += step(text);
    if (depth === 0) return { end: line, next: line + 1 };
  }
  return { end: endLine, next: endLine };
}

function step(text: string): number {
  if (closer.test(text)) return -1;
  return opener.test(text) ? 1 : 0;
}

function nextFence(open: string, mark: string, text: string): string {
  if (!open) return mark;
  return mark.startsWith(open) && text === mark ? '' : open;
}
