import type { Comment, CommentThread } from '@mojian/contract/community/comments';
import { expect, test } from 'vitest';
import {
  type Discussion,
  hasComment,
  repliesLeft,
  withChange,
  withEdited,
  without,
  withPage,
  withPosted,
  withReplies,
  withShown,
  withUpdates,
} from './threads.ts';

const comment = (id: number, more: Partial<Comment> = {}) =>
  ({
    id,
    parentId: null,
    html: String(id),
    held: false,
    removed: false,
    createdAt: `2026-01-01T00:00:${id}Z`,
    ...more,
  }) as Comment;
const thread = (id: number, replies: Comment[] = [], next: string | null = null, more: Partial<Comment> = {}) =>
  ({ ...comment(id, more), replies: { total: replies.length, first: replies, next } }) as CommentThread;
const discussion = (...records: CommentThread[]): Discussion => ({ records, total: 10, next: 'more' });
const ids = ({ records }: Discussion) => records.map(({ id, replies }) => [id, replies.first.map((reply) => reply.id)]);

test('a new comment comes first and counts, a reply goes under its comment, a held one does not count', () => {
  const before = discussion(thread(11, [comment(12, { parentId: 11 })]));
  const posted = withPosted(before, thread(13));
  expect([ids(posted), posted.total]).toEqual([
    [
      [13, []],
      [11, [12]],
    ],
    11,
  ]);
  const replied = withPosted(posted, thread(14, [], null, { parentId: 11 }));
  expect([ids(replied), replied.total, replied.records[1]?.replies.total]).toEqual([
    [
      [13, []],
      [11, [12, 14]],
    ],
    12,
    2,
  ]);
  expect(withPosted(before, thread(15, [], null, { held: true })).total).toBe(10);
  expect(withPosted(posted, thread(13))).toBe(posted);
});

test('a removed comment disappears, leaves a tombstone above replies, and is subtracted once', () => {
  const before = discussion(thread(11, [comment(12, { parentId: 11 }), comment(13, { parentId: 11 })]), thread(14));
  expect(ids(without(before, 14))).toEqual([[11, [12, 13]]]);
  const saved = without(before, 11);
  expect(saved.records[0]).toMatchObject({ id: 11, removed: true, html: '' });
  expect(saved.total).toBe(9);
  expect(without(saved, 11)).toBe(saved);
  const reply = without(before, 12);
  expect([ids(reply), reply.records[0]?.replies.total]).toEqual([
    [
      [11, [13]],
      [14, []],
    ],
    1,
  ]);
  expect(without(before, 99)).toBe(before);
});

test('a released comment counts in its thread and in the total', () => {
  const before = discussion(
    thread(11, [comment(12, { parentId: 11, held: true })]),
    thread(13, [], null, { held: true }),
  );
  const reply = withShown(before, 12);
  expect([reply.total, reply.records[0]?.replies.total, reply.records[0]?.replies.first[0]?.held]).toEqual([
    11,
    2,
    false,
  ]);
  const both = withShown(reply, 13);
  expect([both.total, both.records[1]?.held]).toEqual([12, false]);
  expect(withShown(both, 13)).toBe(both);
});

test('a next page adds only new comments', () => {
  const joined = withPage(discussion(thread(13), thread(12)), {
    records: [thread(12), thread(11)],
    total: 9,
    next: null,
  });
  expect([ids(joined).map(([id]) => id), joined.total, joined.next]).toEqual([[13, 12, 11], 9, null]);
});

test('further replies are added in order, once, with the number left', () => {
  const before = discussion(thread(11, [comment(12), comment(13), comment(14), comment(19)], 'more'));
  const first = before.records[0] as CommentThread;
  expect(repliesLeft({ ...first, replies: { ...first.replies, total: 9 } })).toBe(5);
  const after = withReplies(before, 11, { records: [comment(15), comment(19)], next: null });
  expect(ids(after)).toEqual([[11, [12, 13, 14, 15, 19]]]);
  expect(repliesLeft(after.records[0] as CommentThread)).toBe(0);
});

test('a change reaches comments and replies alike', () => {
  const before = discussion(thread(11, [comment(12)]));
  expect(withChange(before, 12, { liked: true }).records[0]?.replies.first[0]?.liked).toBe(true);
  expect(withChange(before, 11, { likes: 3 }).records[0]?.likes).toBe(3);
  expect([hasComment(before, 12), hasComment(before, 99)]).toEqual([true, false]);
});

test('an edited comment keeps its place and replies; one held again is subtracted once', () => {
  const before = discussion(thread(11, [comment(12, { parentId: 11 })]), thread(13));
  const reworded = withEdited(before, thread(11, [], null, { html: '改了' }));
  expect([ids(reworded), reworded.total, reworded.records[0]?.html]).toEqual([ids(before), 10, '改了']);
  const waiting = withEdited(reworded, comment(12, { parentId: 11, held: true }));
  expect([waiting.total, waiting.records[0]?.replies.total]).toEqual([9, 0]);
  const again = withEdited(waiting, comment(12, { parentId: 11, held: true, html: '又改' }));
  expect([again.total, again.records[0]?.replies.first[0]?.html]).toEqual([9, '又改']);
});

test('a newer page brings edits, releases and removals of comments that are here, and counts them', () => {
  const held = comment(12, { parentId: 11, held: true });
  const before = discussion(thread(11, [held]), thread(13), thread(14));
  const now = discussion(
    thread(15),
    thread(14, [], null, { removed: true, html: '' }),
    thread(13, [], null, { html: '改了' }),
    thread(11, [{ ...held, held: false }, comment(16, { parentId: 11 })]),
  );
  const after = withUpdates(before, now);
  expect([ids(after), after.total, after.records[0]?.replies.total]).toEqual([ids(before), 10, 2]);
  expect(after.records.map(({ html }) => html)).toEqual(['11', '改了', '']);
  expect(withUpdates(after, now)).toEqual(after);
});
