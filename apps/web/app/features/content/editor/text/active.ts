import type { EditorState } from '@codemirror/state';
import type { ActionName } from './actions.ts';
import { readPrefix } from './commands/line-prefix.ts';
import { listKind } from './commands/lines.ts';
import { isLink } from './commands/link.ts';
import { hasMark, marks } from './commands/marks.ts';
import { isVerbatim, nodeAround } from './commands/syntax-at.ts';

const fences = new Set(['FencedCode', 'CodeBlock']);
const tables = new Set(['Table']);

/** What holds at the caret, or in all of the selection. */
export function activeAt(state: EditorState): ActionName[] {
  const { main } = state.selection;
  const active: ActionName[] = [];
  if (nodeAround(state, main.from, main.to, fences)) return ['fence'];
  for (const name of ['bold', 'italic', 'strike', 'marked', 'code', 'formula'] as const) {
    if (hasMark(state, main, marks[name])) active.push(name);
  }
  if (isLink(state)) active.push('link');
  if (nodeAround(state, main.from, main.to, tables)) active.push('table');
  return isVerbatim(state, main.head) ? active : [...active, ...ofLine(state.doc.lineAt(main.head).text)];
}

function ofLine(text: string): ActionName[] {
  const prefix = readPrefix(text);
  const list = listKind(prefix);
  const level = prefix.heading.length;
  return [
    ...(prefix.quote.includes('>') ? (['quote'] as const) : []),
    ...(list ? [list] : []),
    ...(level >= 1 && level <= 4 ? [`heading${level}` as ActionName] : []),
  ];
}
