import type { Field, Group } from '@mojian/contract/core/settings-fields/field';
import { expect, test } from 'vitest';
import { assignFaults, changedSettings, findGroups, valueAt, withValueAt } from './fields.ts';

const group: Group = {
  name: 'social',
  title: '社交登录',
  fields: [
    { path: 'github.id', label: 'GitHub 编号', kind: 'text' },
    { path: 'qq.id', label: 'QQ 编号', kind: 'text' },
  ],
};
const before = { github: { id: 'a', secret: 's' }, qq: { id: '1' } };

test('one field is changed in a copy, its neighbours stay', () => {
  const after = withValueAt(before, 'github.id', 'b');
  expect(after).toEqual({ github: { id: 'b', secret: 's' }, qq: { id: '1' } });
  expect(valueAt(before, 'github.id')).toBe('a');
  expect(changedSettings(group, before, after).map(({ path }) => path)).toEqual(['github.id']);
  expect(changedSettings(group, before, withValueAt(after, 'github.id', 'a'))).toEqual([]);
});

test('a setting is found by words of its texts, in any case', () => {
  const titles = (words: string) =>
    findGroups(words, () => true).flatMap(({ groups }) => groups.map(({ title }) => title));
  expect(titles('indexnow')).toEqual(['投稿与收录']);
  expect(titles('github 密钥')).toEqual(['社交登录']);
  expect(titles('天气')).toEqual([]);
  expect(titles(' ').length).toBeGreaterThan(20);
});

const hold: Field = { path: 'hold', label: '词', kind: 'words' };
const mask: Field = { path: 'mask', label: '遮', kind: 'words' };
const shown: Field = { path: 'shown', label: '名片', kind: 'contacts' };
const said = (fields: Field[], ...faults: { field: string; text: string }[]) => {
  const { at, others } = assignFaults(fields, faults);
  return [...[...at].map(([{ path }, text]) => `${path} ${text}`), ...others];
};

test('each refusal is assigned to its field and names the list entry or contact', () => {
  expect(said([hold, mask], { field: 'mask', text: '太多' }, { field: 'hold', text: '太多' })).toEqual([
    'mask 太多',
    'hold 太多',
  ]);
  const long = [1, 3].map((entry) => ({ field: `hold.${entry}`, text: '过长' }));
  expect(said([hold], ...long)).toEqual(['hold 第 2 项：过长；第 4 项：过长']);
  expect(said([hold], { field: 'holder', text: '过长' })).toEqual(['过长']);
  const contacts = ['email', 'qq'].map((field) => ({ field, text: '写错了' }));
  expect(said([shown], ...contacts)).toEqual(['shown 邮箱：写错了；QQ：写错了']);
  expect(said([shown], { field: '', text: '别人改过' })).toEqual(['别人改过']);
});
