import { expect, test } from 'vitest';
import { byInitial } from './tag-index.tsx';

test('an index has its initials in order and signs last, and names by their sound', () => {
  const chip = (name: string, initial: string, id: number) => ({ id, name, initial, articles: 1 });
  const chips = [
    chip('3D', '#', 1),
    chip('雾', 'W', 2),
    chip('标点', 'B', 3),
    chip('备份', 'B', 4),
    chip('外婆', 'W', 5),
  ];
  expect(byInitial(chips).map(([initial, some]) => [initial, ...some.map(({ name }) => name)])).toEqual([
    ['B', '备份', '标点'],
    ['W', '外婆', '雾'],
    ['#', '3D'],
  ]);
});
