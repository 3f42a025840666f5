import { expect, test } from 'vitest';
import { lastLine } from './last-line.ts';

const said = (text: string, own = false) => ({ id: 1, sender: '一苇', text, own, createdAt: '2026-11-20T02:00:00Z' });

test('in the group it says who spoke, in a private room only that it was oneself', () => {
  expect(lastLine({ kind: 'group', last: said('那第十八座桥在哪儿？') })).toBe('一苇：那第十八座桥在哪儿？');
  expect(lastLine({ kind: 'private', last: said('老榆木给你留着') })).toBe('老榆木给你留着');
  expect(lastLine({ kind: 'private', last: said('[图片]', true) })).toBe('你：[图片]');
});

test('what is gone is told without a speaker, and silence kindly', () => {
  expect(lastLine({ kind: 'group', last: said('一苇撤回了一条消息') })).toBe('一苇撤回了一条消息');
  expect(lastLine({ kind: 'private', last: said('你撤回了一条消息', true) })).toBe('你撤回了一条消息');
  expect(lastLine({ kind: 'private', last: null })).toBe('还没有说过话');
});
