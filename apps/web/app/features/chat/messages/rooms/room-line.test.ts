import { expect, test } from 'vitest';
import { lastMessageLine, roomTime } from './room-line.ts';

const said = (text: string, own = false) => ({ id: 1, sender: '一苇', text, own, createdAt: '2026-11-20T02:00:00Z' });

test('the line names the sender in the group, and in a private room only oneself', () => {
  expect(lastMessageLine({ kind: 'group', last: said('那第十八座桥在哪儿？') })).toBe('一苇：那第十八座桥在哪儿？');
  expect(lastMessageLine({ kind: 'private', last: said('老榆木给你留着') })).toBe('老榆木给你留着');
  expect(lastMessageLine({ kind: 'private', last: said('[图片]', true) })).toBe('你：[图片]');
});

test('a withdrawn message names no sender, and an empty room has a friendly line', () => {
  expect(lastMessageLine({ kind: 'group', last: said('一苇撤回了一条消息') })).toBe('一苇撤回了一条消息');
  expect(lastMessageLine({ kind: 'private', last: said('你撤回了一条消息', true) })).toBe('你撤回了一条消息');
  expect(lastMessageLine({ kind: 'private', last: null })).toBe('还没有说过话');
});

const now = Date.parse('2026-11-20T10:30:00+08:00');

test.each([
  ['2026-11-20T10:24:00+08:00', '10:24'],
  ['2026-11-20T00:00:00+08:00', '00:00'],
  ['2026-11-19T23:59:59+08:00', '昨天'],
  ['2026-11-17T12:00:00+08:00', '周二'],
  ['2026-11-14T12:00:00+08:00', '周六'],
  ['2026-11-13T12:00:00+08:00', '11-13'],
  ['2025-12-31T12:00:00+08:00', '2025-12-31'],
  ['2026-11-20T10:31:00+08:00', '10:31'],
])('%s is told as %s', (at, notified) => {
  expect(roomTime(at, now)).toBe(notified);
});
