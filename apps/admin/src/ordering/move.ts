export type Group<Item> = { key: string; name: string; items: Item[] };

/** One place up or down; at the edge of its group an item goes on into the next. Nothing at the very end. */
export function moveItem<Item extends { id: number }>(groups: Group<Item>[], id: number, by: 1 | -1): Group<Item>[] {
  const at = groups.findIndex(({ items }) => items.some((item) => item.id === id));
  const group = groups[at];
  if (!group) return groups;
  const from = group.items.findIndex((item) => item.id === id);
  const to = from + by;
  const [item] = group.items.slice(from, from + 1);
  if (!item) return groups;
  const without = group.items.toSpliced(from, 1);
  if (to >= 0 && to < group.items.length) return groups.with(at, { ...group, items: without.toSpliced(to, 0, item) });

  const next = groups[at + by];
  if (!next) return groups;
  const entered = by < 0 ? [...next.items, item] : [item, ...next.items];
  return groups.with(at, { ...group, items: without }).with(at + by, { ...next, items: entered });
}

/** One place up or down. Nothing at the end. */
export function moveGroup<Item>(groups: Group<Item>[], at: number, by: 1 | -1): Group<Item>[] {
  const group = groups[at];
  if (!group || at + by < 0 || at + by >= groups.length) return groups;
  return groups.toSpliced(at, 1).toSpliced(at + by, 0, group);
}
