import type { MarkdownIt, StateBlock } from 'markdown-it';
import { limits } from './limits.ts';

/** Line as the enclosing block sees it: without its marker, indentation and trailing space. */
export function lineText(state: StateBlock, line: number): string {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return state.src.slice(start, state.eMarks[line]).trim();
}

/** Whether the line is indented less than the current block, which ends above it. */
export function leavesBlock(state: StateBlock, line: number): boolean {
  return lineText(state, line) !== '' && (state.sCount[line] ?? 0) < state.blkIndent;
}

/** Whether a line is indented enough to be code. */
export function isIndentedCode(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) - state.blkIndent >= 4;
}

/** Turns quotations and lists beyond markdown-it's nesting limit, whose content it would drop, into a paragraph. */
export function deepBlocks(md: MarkdownIt): void {
  md.block.ruler.before('table', 'deep_block', (state, startLine, endLine, silent) => {
    if (silent || state.level < limits.blockNesting) return false;
    const end = findEnd(state, startLine, endLine);
    state.push('paragraph_open', 'p', 1).map = [startLine, end];
    const content = state.push('inline', '', 0);
    content.content = state.getLines(startLine, end, state.blkIndent, false).trim();
    content.map = [startLine, end];
    content.children = [];
    state.push('paragraph_close', 'p', -1);
    state.line = end;
    return true;
  });
}

function findEnd(state: StateBlock, startLine: number, endLine: number): number {
  let end = startLine + 1;
  while (end < endLine && !leavesBlock(state, end)) end++;
  return end;
}
