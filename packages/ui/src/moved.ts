/** Returns the list with one item at another index, clamped to the ends; the same items where there is none at `from`. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  return items.toSpliced(from, 1).toSpliced(Math.max(0, to), 0, ...items.slice(from, from + 1));
}
