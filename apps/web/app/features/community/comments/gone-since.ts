import type { Comment } from '@mojian/contract/community/comments';
import type { Talk } from './talk.ts';

/**
 * What is shown in `known` and stands no more in `now`, the first page, the newest first, asked for later. Nothing is
 * said of what lies beyond that page, or beyond the first replies on it.
 */
export function goneSince(known: Talk, now: Talk): number[] {
  const end = now.next === null ? undefined : now.records.at(-1);
  const tops = lost(known.records, now.records, (one) => end === undefined || one.createdAt > end.createdAt);
  const replies = now.records.flatMap(({ id, replies: { first, next } }) => {
    const last = next === null ? undefined : first.at(-1);
    const before = known.records.find((thread) => thread.id === id)?.replies.first ?? [];
    return lost(before, first, (one) => last === undefined || one.createdAt < last.createdAt);
  });
  return [...tops, ...replies];
}

function lost(before: Comment[], now: Comment[], isWithin: (comment: Comment) => boolean) {
  const standing = new Set(now.filter(({ removed }) => !removed).map(({ id }) => id));
  return before.filter((one) => !one.removed && isWithin(one) && !standing.has(one.id)).map(({ id }) => id);
}
