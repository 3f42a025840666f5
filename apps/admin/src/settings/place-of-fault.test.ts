import type { Field } from '@mojian/contract/admin/settings-fields/field';
import { expect, test } from 'vitest';
import { placeOfFault } from './place-of-fault.ts';

const hold: Field = { path: 'hold', label: '词', kind: 'words' };
const shown: Field = { path: 'shown', label: '名片', kind: 'contacts' };

test('a refusal stands at its field, with the entry of a list and the contact that is meant', () => {
  expect(placeOfFault([hold], { field: 'hold', text: '太多' })).toEqual({ at: hold, text: '太多' });
  expect(placeOfFault([hold], { field: 'hold.3', text: '过长' })).toEqual({ at: hold, text: '第 4 项：过长' });
  expect(placeOfFault([hold], { field: 'holder', text: '过长' }).at).toBeUndefined();
  expect(placeOfFault([shown], { field: 'email', text: '须为邮箱' })).toEqual({ at: shown, text: '邮箱：须为邮箱' });
  expect(placeOfFault([shown], { field: '', text: '别人改过' }).at).toBeUndefined();
});
