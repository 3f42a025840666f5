import type { EditorState } from '@codemirror/state';
import { readPrefix } from '../commands/line-prefix.ts';
import { nodeAround } from '../commands/syntax-at.ts';
import { cellRanges, readTable, type Table } from './table-text.ts';

/** A table in the text and the cell at the caret. Row 0 is the head; the caret on the line below it counts as there. */
export type PlacedTable = { from: number; to: number; lead: string; table: Table; row: number; column: number };

const tables = new Set(['Table']);

/** The table at the caret, if nothing beyond it is selected. */
export function tableAt(state: EditorState): PlacedTable | undefined {
  const { main, ranges } = state.selection;
  if (ranges.length > 1) return undefined;
  const node = nodeAround(state, main.from, main.to, tables);
  if (!node) return undefined;
  const first = state.doc.lineAt(node.from);
  const last = state.doc.lineAt(node.to);
  const lead = first.text.slice(0, node.from - first.from);
  const lines: string[] = [];
  for (let number = first.number; number <= last.number; number++)
    lines.push(withoutLead(state.doc.line(number).text, lead));
  const line = state.doc.lineAt(main.head);
  const at = line.number - first.number;
  const cut = line.length - withoutLead(line.text, lead).length;
  const column = cellRanges(line.text.slice(cut)).findIndex(({ to }) => main.head - line.from - cut <= to);
  const table = readTable(lines);
  const rightmost = table.aligns.length - 1;
  return {
    from: first.from,
    to: last.to,
    lead,
    table,
    row: at < 2 ? 0 : at - 1,
    column: column < 0 ? rightmost : Math.min(column, rightmost),
  };
}

/** In a quotation or a list the lines begin with its marks, or with spaces in their place. */
function withoutLead(line: string, lead: string): string {
  if (line.startsWith(lead)) return line.slice(lead.length);
  const { quote, indent } = readPrefix(line);
  return lead ? line.slice(Math.min(lead.length, quote.length + indent.length)) : line;
}
