import { expect, test } from 'vitest';
import { changesOf } from './changes-of.ts';

test('only what differs is told, however deep', () => {
  expect(changesOf({ role: 'member', a: { b: 1, c: true } }, { role: 'admin', a: { b: 1, c: false } })).toEqual([
    { field: 'role', before: 'member', after: 'admin' },
    { field: 'a.c', before: '是', after: '否' },
  ]);
});

test('what came and what went stand on one side, and nothing is nothing', () => {
  expect(changesOf(null, { reason: '广告', until: null })).toEqual([{ field: 'reason', before: '', after: '广告' }]);
  expect(changesOf({ text: '好' }, null)).toEqual([{ field: 'text', before: '好', after: '' }]);
  expect(changesOf(null, null)).toEqual([]);
});

test('lists of words are one value, lists of things are told one by one', () => {
  expect(changesOf({ types: [1, 2] }, { types: [1, 2, 6] })).toEqual([
    { field: 'types', before: '1、2', after: '1、2、6' },
  ]);
  expect(changesOf([{ name: '首页' }], [{ name: '首页' }, { name: '说说' }])).toEqual([
    { field: '1.name', before: '', after: '说说' },
  ]);
});
