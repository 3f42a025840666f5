import { Failure } from '@mojian/contract/platform/failures';
import { expect, test } from 'vitest';
import { type Group, isOrderOutdated, moveBefore, moveGroup, moveItem, placeItem } from './move.ts';

const groups: Group<{ id: number }>[] = [
  { key: 'a', name: '甲', items: [{ id: 1 }, { id: 2 }] },
  { key: 'b', name: '乙', items: [{ id: 3 }] },
];
const ids = (all: Group<{ id: number }>[]) => all.map(({ items }) => items.map(({ id }) => id));

test('an item moves within its group, at its edge into the next group, and stays at the very end', () => {
  expect(ids(moveItem(groups, 1, 1))).toEqual([[2, 1], [3]]);
  expect(ids(moveItem(groups, 2, 1))).toEqual([[1], [2, 3]]);
  expect(ids(moveItem(groups, 3, -1))).toEqual([[1, 2, 3], []]);
  expect(ids(moveItem(groups, 1, -1))).toEqual([[1, 2], [3]]);
  expect(ids(moveItem(groups, 9, 1))).toEqual([[1, 2], [3]]);
});

test('a group swaps places with the next, and stays at the end', () => {
  expect(ids(moveGroup(groups, 0, 1))).toEqual([[3], [1, 2]]);
  expect(ids(moveGroup(groups, 0, -1))).toEqual([[1, 2], [3]]);
});

test('an item is dropped before another or at the end of any group; dropped in place it changes nothing', () => {
  expect(ids(placeItem(groups, 2, { group: 0, before: 1 }))).toEqual([[2, 1], [3]]);
  expect(ids(placeItem(groups, 1, { group: 1, before: 3 }))).toEqual([[2], [1, 3]]);
  expect(ids(placeItem(groups, 3, { group: 0, before: undefined }))).toEqual([[1, 2, 3], []]);
  expect(placeItem(groups, 1, { group: 0, before: 2 })).toBe(groups);
  expect(placeItem(groups, 3, { group: 1, before: undefined })).toBe(groups);
  expect(placeItem(groups, 9, { group: 0, before: 1 })).toBe(groups);
  expect(moveBefore([1, 2, 3], 1, 3)).toEqual([2, 1, 3]);
  expect(moveBefore([1, 2, 3], 1, undefined)).toEqual([2, 3, 1]);
});

test('an order is given up only when the list itself has changed', () => {
  const outdated = (['stale', 'not-found', 'invalid-input'] as const).map((id) => isOrderOutdated(new Failure(id)));
  expect(outdated).toEqual([true, true, true]);
  const others = ['signed-out', 'unavailable', 'maintenance', 'disk-full', 'too-many-requests', 'unexpected'] as const;
  expect(others.filter((id) => isOrderOutdated(new Failure(id)))).toEqual([]);
  expect(isOrderOutdated(new TypeError('no answer'))).toBe(false);
});
