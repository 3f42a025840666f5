import { type FailureId, isFailure } from '@mojian/contract/platform/failures';
import type { DropTarget } from './drag.ts';

export type Group<Item> = { key: string; name: string; items: Item[] };

/** Moves an item one place; at the edge of its group into the next one. */
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

export function moveGroup<Item>(groups: Group<Item>[], at: number, by: 1 | -1): Group<Item>[] {
  const group = groups[at];
  if (!group || at + by < 0 || at + by >= groups.length) return groups;
  return groups.toSpliced(at, 1).toSpliced(at + by, 0, group);
}

/** Moves an id before another one, or to the end. */
export function moveBefore(ids: number[], id: number, before: number | undefined) {
  const others = ids.filter((one) => one !== id);
  const at = before === undefined ? -1 : others.indexOf(before);
  return others.toSpliced(at < 0 ? others.length : at, 0, id);
}

/** Moves an item to a drop target; returns the same groups when nothing moved. */
export function placeItem<Item extends { id: number }>(
  groups: Group<Item>[],
  id: number,
  { group, before }: DropTarget,
) {
  const items = new Map(groups.flatMap((one) => one.items.map((item) => [item.id, item])));
  if (!items.has(id)) return groups;
  const placed = groups.map((one, at) => {
    const ids = one.items.map((item) => item.id);
    const next = at === group ? moveBefore(ids, id, before) : ids.filter((other) => other !== id);
    return { ...one, items: next.flatMap((known) => items.get(known) ?? []) };
  });
  const isMoved = placed.some((one, at) => one.items.some((item, place) => item !== groups[at]?.items[place]));
  return isMoved ? placed : groups;
}

/** Refusals of an order made from a list that others have changed since. */
const outdated: FailureId[] = ['stale', 'not-found', 'invalid-input'];

/** Tells whether a refused order must be made anew; after any other failure it can be saved again. */
export function isOrderOutdated(error: unknown) {
  return isFailure(error) && outdated.includes(error.id);
}
