import { Failure } from '@mojian/contract/failures';

/** Where the next page begins: what its order goes by in the last row of the page before, as `12-1700000000000-345`. */
export function cursorOf(row: Record<string, unknown> | undefined, columns: readonly string[]) {
  return row ? columns.map((column) => row[column]).join('-') : null;
}

/** @throws Failure blaming `after` for what no page told. */
export function readCursor(after: string | undefined, columns: readonly string[]) {
  if (after === undefined) return undefined;
  const numbers = after.split('-');
  if (numbers.length !== columns.length || !numbers.every((number) => /^\d{1,15}$/.test(number)))
    throw new Failure('invalid-input', '翻页标记有误', 'after');
  return numbers.map(Number);
}
