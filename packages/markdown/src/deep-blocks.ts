import type MarkdownIt from 'markdown-it';
import type StateBlock from 'markdown-it/lib/rules_block/state_block.mjs';
import { leavesBlock } from './block-lines.ts';
import { limits } from './limits.ts';

/** Quotations and lists nested so deep that markdown-it would leave out their content: it becomes one paragraph. */
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
