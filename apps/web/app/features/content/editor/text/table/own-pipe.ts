import { EditorSelection, EditorState, type Extension, Transaction, type TransactionSpec } from '@codemirror/state';
import { tableAt } from './table.ts';

const emptyRow = /^([\s>]*)\|[\s|]*$/;

/**
 * Takes a `|` typed or pasted into an empty row as the row's own first pipe, in place of the cells prepared there: whoever
 * writes `|a|b|` spells the whole row.
 */
export const ownPipe: Extension = EditorState.transactionFilter.of((transaction) => {
  const { startState: state } = transaction;
  const isWritten = ['input.type', 'input.paste', 'input.drop'].some((event) => transaction.isUserEvent(event));
  if (!isWritten || transaction.isUserEvent('input.type.compose') || state.selection.ranges.length > 1)
    return transaction;
  const row = ownRow(transaction);
  return row && tableAt(state) ? [row] : transaction;
});

/** Rewrites the insertion of a row into prepared cells; undefined for other changes. */
function ownRow(transaction: Transaction): TransactionSpec | undefined {
  const { doc } = transaction.startState;
  const inserted: { from: number; to: number; insert: string }[] = [];
  transaction.changes.iterChanges((from, to, _, __, text) => inserted.push({ from, to, insert: text.toString() }));
  const [change] = inserted;
  if (!change?.insert.startsWith('|') || inserted.length > 1) return undefined;
  const line = doc.lineAt(change.from);
  const lead = emptyRow.exec(line.text)?.[1];
  // at the end of the line it is a further pipe of a row being typed
  if (lead === undefined || change.to > line.to || !line.text.slice(change.to - line.from).includes('|'))
    return undefined;
  const from = line.from + lead.length;
  return {
    changes: { from, to: line.to, insert: change.insert },
    selection: EditorSelection.cursor(from + change.insert.length),
    userEvent: transaction.annotation(Transaction.userEvent) ?? 'input.type',
    scrollIntoView: true,
  };
}
