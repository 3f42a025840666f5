import type { Field } from '@mojian/contract/core/settings-fields/field';
import { expect, test } from 'vitest';
import { placesOfFaults } from './place-of-fault.ts';

const hold: Field = { path: 'hold', label: '词', kind: 'words' };
const mask: Field = { path: 'mask', label: '遮', kind: 'words' };
const shown: Field = { path: 'shown', label: '名片', kind: 'contacts' };
const said = (fields: Field[], ...faults: { field: string; text: string }[]) => {
  const { at, others } = placesOfFaults(fields, faults);
  return [...[...at].map(([{ path }, text]) => `${path} ${text}`), ...others];
};

test('each refusal stands at its field, with the entry of a list and the contact that is meant', () => {
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
