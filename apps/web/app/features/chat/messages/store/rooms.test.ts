import { expect, test } from 'vitest';
import { withOnline, withRead, withSpoken } from './rooms.ts';
import { groupId, lin, ming, privateId, room, said } from './test-cast.ts';

const around = { meId: lin.id, blocked: new Set<number>() };
const rooms = [room(groupId), room(7), room(privateId)];

test('a new message counts, shows as the last line and brings its room up, below the group', () => {
  const after = withSpoken(rooms, said(5, { roomId: privateId }), around);
  expect(after?.map(({ id }) => id)).toEqual([groupId, privateId, 7]);
  expect(after?.[1]).toMatchObject({ unread: 1, last: { id: 5, text: '第5句', sender: '阿明', own: false } });
});

test('one’s own message counts nowhere', () => {
  const [group] = withSpoken(rooms, said(5, { sender: lin }), around) ?? [];
  expect(group).toMatchObject({ unread: 0, last: { own: true } });
});

test('more than a hundred are not counted, and who is called is told', () => {
  const full = [room(groupId, { unread: 100 })];
  const [group] = withSpoken(full, said(5, { pieces: [{ text: '@小林', memberId: lin.id }] }), around) ?? [];
  expect(group).toMatchObject({ unread: 100, called: true });
});

test('in the group nothing changes by what blocked people say; in private it does', () => {
  const blocking = { ...around, blocked: new Set([ming.id]) };
  expect(withSpoken(rooms, said(5), blocking)).toBe(rooms);
  expect(withSpoken(rooms, said(5, { roomId: privateId }), blocking)?.[1]?.unread).toBe(1);
});

test('an unknown room, and a change to what was said before, only the server can count', () => {
  expect(withSpoken(rooms, said(5, { roomId: 99 }), around)).toBeUndefined();
  const next = withSpoken(rooms, said(5), around) ?? [];
  expect(withSpoken(next, said(5, { seq: 6, state: 'withdrawn' }), around)).toBeUndefined();
});

test('reading lowers the count by what was read, to nothing at the end, and never goes back', () => {
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
