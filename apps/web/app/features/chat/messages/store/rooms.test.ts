import { expect, test } from 'vitest';
import { withOnline, withRead, withSpoken } from './rooms.ts';
import { groupId, lin, ming, privateId, room, said } from './test-cast.ts';

const around = { meId: lin.id, blocked: new Set<number>() };
const rooms = [room(groupId), room(7), room(privateId)];

test('a new message counts, becomes the last line, and moves its room up below the group', () => {
  const after = withSpoken(rooms, said(5, { roomId: privateId }), around);
  expect(after?.map(({ id }) => id)).toEqual([groupId, privateId, 7]);
  expect(after?.[1]).toMatchObject({ unread: 1, last: { id: 5, text: '第5句', sender: '阿明', own: false } });
});

test('one’s own message is not counted', () => {
  const [group] = withSpoken(rooms, said(5, { sender: lin }), around) ?? [];
  expect(group).toMatchObject({ unread: 0, last: { own: true } });
});

test('counting stops at a hundred, and a mention is marked', () => {
  const full = [room(groupId, { unread: 100 })];
  const [group] = withSpoken(full, said(5, { pieces: [{ text: '@小林', memberId: lin.id }] }), around) ?? [];
  expect(group).toMatchObject({ unread: 100, called: true });
});

test('messages of blocked members count in private rooms, not in the group', () => {
  const blocking = { ...around, blocked: new Set([ming.id]) };
  expect(withSpoken(rooms, said(5), blocking)).toBe(rooms);
  expect(withSpoken(rooms, said(5, { roomId: privateId }), blocking)?.[1]?.unread).toBe(1);
});

test('an unknown room and a changed older message need a reload', () => {
  expect(withSpoken(rooms, said(5, { roomId: 99 }), around)).toBeUndefined();
  const next = withSpoken(rooms, said(5), around) ?? [];
  expect(withSpoken(next, said(5, { seq: 6, state: 'withdrawn' }), around)).toBeUndefined();
});

test('reading lowers the count by the messages read, and never raises it', () => {
  const known = [said(3), said(4, { sender: lin }), said(5), said(6)];
  const before = room(groupId, { unread: 3, called: true, readId: 2, last: { ...line, id: 6 } });
  expect(withRead(before, 4, known, around)).toMatchObject({ unread: 2, readId: 4, called: true });
  expect(withRead(before, 6, [], around)).toMatchObject({ unread: 0, called: false });
  expect(withRead(before, 1, known, around)).toBe(before);
});

test("online events update private rooms and the group's count, except hidden states", () => {
  const silent = room(9, { online: null });
  const [group, peer, still] = withOnline([room(groupId), room(privateId), silent], [ming.id], []);
  expect([group?.present, peer?.online, still?.online]).toEqual([2, true, null]);
});

const line = { sender: '', text: '', own: false, createdAt: '' };
