/** The same list with one item at another place; places beyond its ends are its ends. */
export function moved<Item>(items: Item[], from: number, to: number): Item[] {
  const others = items.filter((_, index) => index !== from);
  const item = items[from];
  if (item === undefined) return items;
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, item);
}
