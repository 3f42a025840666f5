import type { Group } from '@mojian/contract/core/settings-fields/field';
import { expect, test } from 'vitest';
import { changedFields, valueAt, withValueAt } from './field-of.ts';
import { findGroups } from './find-groups.ts';

const group: Group = {
  name: 'social',
  title: '社交登录',
  fields: [
    { path: 'github.id', label: 'GitHub 编号', kind: 'text' },
    { path: 'qq.id', label: 'QQ 编号', kind: 'text' },
  ],
};
const before = { github: { id: 'a', secret: 's' }, qq: { id: '1' } };

test('one field is changed, in a copy, and all its neighbours stay', () => {
  const after = withValueAt(before, 'github.id', 'b');
  expect(after).toEqual({ github: { id: 'b', secret: 's' }, qq: { id: '1' } });
  expect(valueAt(before, 'github.id')).toBe('a');
  expect(changedFields(group, before, after).map(({ path }) => path)).toEqual(['github.id']);
  expect(changedFields(group, before, withValueAt(after, 'github.id', 'a'))).toEqual([]);
});

test('a setting is found by its words, in any case and any of its texts', () => {
  const titles = (words: string) =>
    findGroups(words, () => true).flatMap(({ groups }) => groups.map(({ title }) => title));
  expect(titles('indexnow')).toEqual(['投稿与收录']);
  expect(titles('github 密钥')).toEqual(['社交登录']);
  expect(titles('天气')).toEqual([]);
  expect(titles(' ').length).toBeGreaterThan(20);
});
