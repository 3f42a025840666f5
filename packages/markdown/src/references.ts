/// <reference path="./markdown-it-rules.d.ts" />
import type MarkdownIt from 'markdown-it';
import reference from 'markdown-it/lib/rules_block/reference.mjs';
import type StateBlock from 'markdown-it/lib/rules_block/state_block.mjs';
import { isWide } from './cjk-emphasis.ts';

const definition = /^\[(?:[^[\]\\]|\\.)+\]:\s*(\S+)/;
const address = /^(?:<|[a-z][a-z\d+.-]*:|[/.#?]|www\.)|\.[a-z\d]{2,5}(?:[?#].*)?$/i;

/** `[name]: address` names an address; `[注]: 今天下雨。` is a sentence, which no page would show as a definition. */
export function references(md: MarkdownIt): void {
  md.block.ruler.at('reference', (state, startLine, endLine, silent) => {
    const target = definition.exec(textFrom(state, startLine))?.[1];
    if (target !== undefined && isWide(target) && !address.test(target)) return false;
    return reference(state, startLine, endLine, silent);
  });
}

function textFrom(state: StateBlock, line: number): string {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  if (state.src[start] !== '[') return '';
  const end = state.eMarks[Math.min(line + 2, state.lineMax - 1)] ?? start;
  return state.src.slice(start, Math.min(end, start + 4000));
}
