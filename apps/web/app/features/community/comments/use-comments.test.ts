import type { Comment, CommentThread } from '@mojian/contract/community/comments';
import { expect, test } from 'vitest';
import type { Discussion } from './threads.ts';
import { emptied, goneSince } from './use-comments.ts';

/** The number is also the second it was written in. */
const comment = (id: number, removed = false) => ({ id, removed, createdAt: `2026-01-01T00:00:${id}Z` }) as Comment;
const thread = (id: number, first: Comment[] = [], next: string | null = null, removed = false) =>
  ({ ...comment(id, removed), replies: { total: first.length, first, next } }) as CommentThread;
const discussion = (next: string | null, ...records: CommentThread[]): Discussion => ({ records, total: 10, next });

test('a comment missing from its page is gone, one beyond the page is not', () => {
  const known = discussion('more', thread(19), thread(18), thread(17), thread(16));
  expect(goneSince(known, discussion('more', thread(19), thread(17)))).toEqual([18]);
  expect(goneSince(known, discussion(null, thread(19), thread(17)))).toEqual([18, 16]);
  expect(goneSince(known, discussion(null, thread(20), ...known.records))).toEqual([]);
  expect(goneSince(known, discussion(null))).toEqual([19, 18, 17, 16]);
});

test('a comment that became a placeholder is gone, once', () => {
  const left = thread(11, [comment(12)], null, true);
  expect(goneSince(discussion(null, thread(11, [comment(12)])), discussion(null, left))).toEqual([11]);
  expect(goneSince(discussion(null, left), discussion(null, left))).toEqual([]);
});

test('missing replies are detected among the first ones only', () => {
  const known = discussion(null, thread(11, [comment(12), comment(13), comment(14), comment(15)]));
  const some = discussion(null, thread(11, [comment(12), comment(14)], 'more'));
  expect(goneSince(known, some)).toEqual([13]);
  expect(goneSince(known, discussion(null, thread(11, [comment(12)])))).toEqual([13, 14, 15]);
});

test('a comment that is being answered leaves a tombstone, and is subtracted once', () => {
  const reply = { ...comment(12), parentId: 11 };
  const known = { ...discussion(null, thread(11, [reply]), { ...thread(13), parentId: null }), total: 3 };
  const top = emptied(known, 13);
  expect(top.records.map(({ id, removed }) => [id, removed])).toEqual([
    [11, false],
    [13, true],
  ]);
  expect(top.total).toBe(2);
  const both = emptied(top, 12);
  expect(both.records[0]?.replies).toMatchObject({ total: 0, first: [{ id: 12, removed: true }] });
  expect(both.total).toBe(1);
  expect(emptied(both, 12)).toBe(both);
});
