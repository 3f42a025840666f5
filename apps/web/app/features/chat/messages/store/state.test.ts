import { describe, expect, it, test } from 'vitest';
import {
  createBox,
  nothingKnown,
  onlyShown,
  stillTyping,
  withHistoryPage,
  withMessage,
  withMessages,
  withoutOldest,
  withoutTypist,
  withTypist,
} from './state.ts';
import { groupId, lin, ming, privateId, room, said } from './test-cast.ts';

const quote = {
  id: 1,
  senderId: lin.id,
  sender: lin.nickname,
  text: '绿茶',
  isPicture: true,
  isGone: false,
  isBlocked: false,
};
const live = [said(1, { sender: lin }), said(2, { quote }), said(3)];
const shown = (blocked: number[], hidden: number[] = []) =>
  onlyShown({ ...nothingKnown, messages: live }, new Set(blocked), new Set(hidden)).messages;

describe('what a stream told everybody', () => {
  it('leaves out blocked members, also in quotes', () => {
    const [answer, other] = shown([lin.id]);
    expect([answer?.id, other]).toEqual([2, live[2]]);
    expect(answer?.quote).toEqual({ ...quote, sender: '', text: '', isPicture: false, isBlocked: true });
  });

  it('keeps the identity of a message, so that its row is not rendered again', () => {
    expect(shown([lin.id])[0]).toBe(shown([lin.id])[0]);
  });

  it('is complete for members who did not block its sender', () => {
    expect(shown([])).toBe(live);
    expect(shown([99])).toBe(live);
    expect(shown([ming.id], [1])).toEqual([]);
  });
});

const ids = ({ messages }: { messages: { id: number }[] }) => messages.map(({ id }) => id);
const known = { ...nothingKnown, messages: [said(3), said(5)] };

test('new messages come last, released ones at their place', () => {
  expect(ids(withMessages(known, [said(6), said(4)]))).toEqual([3, 4, 5, 6]);
});

test('a change takes the place of what was there, an older version does not', () => {
  const changed = withMessage(known, { ...said(3), seq: 9, state: 'withdrawn', pieces: [] });
  expect(changed.messages[0]?.state).toBe('withdrawn');
  expect(withMessage(changed, said(3))).toBe(changed);
});

test('a message beyond an unloaded end is not added', () => {
  const middle = { ...known, hasOlder: true, hasNewer: true };
  expect(ids(withMessages(middle, [said(1), said(4), said(9)]))).toEqual([3, 4, 5]);
  expect(ids(withMessages(known, [said(1), said(9)]))).toEqual([1, 3, 5, 9]);
});

test('a new message is not added while the newest page loads or has failed', () => {
  expect(ids(withMessage({ ...nothingKnown, isLoading: 'all' }, said(9)))).toEqual([]);
  expect(ids(withMessage({ ...nothingKnown, failed: true }, said(9)))).toEqual([]);
  expect(ids(withMessage(nothingKnown, said(9)))).toEqual([9]);
});

test('a deleted message does not come back when its sender withdraws it', () => {
  expect(ids(withMessage(known, { ...said(4), seq: 99, state: 'withdrawn' }))).toEqual([3, 5]);
});

test('pages join at their ends, with common messages once, in the later version', () => {
  const middle = { ...known, hasOlder: true, hasNewer: true, isLoading: 'older' as const };
  const older = withHistoryPage(middle, 'older', [said(1), said(2), { ...said(3), seq: 33 }], false);
  expect(ids(older)).toEqual([1, 2, 3, 5]);
  expect(older).toMatchObject({ hasOlder: false, hasNewer: true, isLoading: null });
  expect(older.messages[2]?.seq).toBe(33);
  const newer = withHistoryPage(older, 'newer', [said(5), said(7)], false);
  expect(ids(newer)).toEqual([1, 2, 3, 5, 7]);
  expect(newer).toMatchObject({ hasOlder: false, hasNewer: false });
});

test('of more than 500 messages the oldest are dropped, to be loaded again', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => said(n + 1));
  const few = { ...nothingKnown, messages: many(500) };
  expect(withoutOldest(few)).toBe(few);
  const trimmed = withoutOldest({ ...nothingKnown, messages: many(501) });
  expect([trimmed.messages.length, trimmed.messages[0]?.id, trimmed.hasOlder]).toEqual([300, 202, true]);
  const loading = { ...few, messages: many(501), isLoading: 'older' as const };
  expect(withoutOldest(loading)).toBe(loading);
});

const both = withTypist(withTypist([], 1, ming, 0), 1, lin, 3000);

test('typing ends six seconds after the last signal', () => {
  expect(stillTyping(both, 6000).map(({ person }) => person.nickname)).toEqual(['小林']);
  expect(stillTyping(withTypist(both, 1, ming, 5000), 6000)).toHaveLength(2);
  expect(stillTyping(both, 5999)).toBe(both);
});

test('a blocked member is not seen typing in the group, but in a private room', () => {
  const typing = (id: number) => {
    const open = { room: room(id), timeline: nothingKnown, unreadFrom: null, sought: null };
    const typists = [lin, ming].reduce((sofar, person) => withTypist(sofar, id, person, 0), withTypist([], 99, lin, 0));
    return createBox({ open, typists, blocked: new Set([ming.id]) })
      .view()
      .open?.typing.map(({ nickname }) => nickname);
  };
  expect([typing(groupId), typing(privateId)]).toEqual([['小林'], ['小林', '阿明']]);
});

test('typing ends with a message in that room', () => {
  expect(withoutTypist(both, 1, ming.id)).toHaveLength(1);
  expect(withoutTypist(both, 2, ming.id)).toBe(both);
});
