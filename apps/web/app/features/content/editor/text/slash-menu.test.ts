import { expect, test } from 'vitest';
import { actions } from './actions.ts';
import { findBlocks, slashBlocks } from './slash-menu.ts';

const found = (typed: string) => findBlocks(typed).map(({ action }) => action);

test('blocks are found by Chinese, pinyin, its first letters and English, the best first', () => {
  expect(found('')).toHaveLength(slashBlocks.length);
  expect(found('标题')).toEqual(['heading1', 'heading2', 'heading3', 'heading4']);
  expect(found('ejbt')).toEqual(['heading2']);
  expect(found('biaoge')).toEqual(['table']);
  expect(found('Table')[0]).toBe('table');
  expect(found('公式').toSorted()).toEqual(['formula', 'formulaBlock']);
  expect(found('h3')).toEqual(['heading3']);
  expect(found('没有这个')).toEqual([]);
});

test('no two actions have the same keys', () => {
  const keys = Object.values(actions).flatMap((action) => ('keys' in action ? [action.keys] : []));
  expect(new Set(keys).size).toBe(keys.length);
});
