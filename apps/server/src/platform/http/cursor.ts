import { Failure } from '@mojian/contract/platform/failures';

/** What the columns hold at most: times in milliseconds, and whole numbers as both databases keep them. */
const mostOf = (column: string) => (column === 'createdAt' ? 1e15 : 2 ** 31 - 1);

/** Where the next page begins: what its order goes by in the last row of the page before, as `12-1700000000000-345`. */
export function cursorOf(row: Record<string, unknown> | undefined, columns: readonly string[]) {
  return row ? columns.map((column) => row[column]).join('-') : null;
}

/**
 * The numbers in what `cursorOf` told, in the order of the columns.
 * @throws Failure blaming `field` for what no page told.
 */
export function readCursor(after: string | undefined, columns: readonly string[], field = 'after') {
  if (after === undefined) return undefined;
  const parts = after.split('-');
  const numbers = columns.map((column, at) => {
    const part = parts[at] ?? '';
    return /^\d{1,15}$/.test(part) && Number(part) <= mostOf(column) ? Number(part) : undefined;
  });
  if (parts.length !== columns.length || numbers.includes(undefined))
    throw new Failure('invalid-input', '翻页标记有误', field);
  return numbers as number[];
}
