import type StateBlock from 'markdown-it/lib/rules_block/state_block.mjs';

/** A line as the enclosing block sees it: without its marker, indentation and trailing space. */
export function lineText(state: StateBlock, line: number): string {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return state.src.slice(start, state.eMarks[line]).trim();
}

/** Whether the block that is being read ends above this line, because the line is indented less. */
export function leavesBlock(state: StateBlock, line: number): boolean {
  return lineText(state, line) !== '' && (state.sCount[line] ?? 0) < state.blkIndent;
}

/** Whether a line is indented so far that it can only be code. */
export function isIndentedCode(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) - state.blkIndent >= 4;
}
