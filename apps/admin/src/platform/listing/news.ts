/** Pictures are told apart by their keys, all else by numbers. */
export type Listed = { id: number } | { key: string };

const keyOf = (row: Listed) => ('id' in row ? row.id : row.key);

/**
 * What a page tells that was asked for anew: whether the same rows stand in the same order, and which of them came or say
 * something else than before.
 */
export function newsOf(shown: Listed[], fresh: Listed[]) {
  const before = new Map(shown.map((row) => [keyOf(row), JSON.stringify(row)]));
  const changed = fresh.filter((row) => before.get(keyOf(row)) !== JSON.stringify(row)).map(keyOf);
  const isSameOrder = fresh.map(keyOf).join() === shown.map(keyOf).join();
  return { isSameOrder, changed };
}

/** The rows where they stand, each as it is now. What came is left out, what is gone stays. */
export function inPlace<Row extends Listed>(shown: Row[], fresh: Row[]) {
  const now = new Map(fresh.map((row) => [keyOf(row), row]));
  return shown.map((row) => now.get(keyOf(row)) ?? row);
}
