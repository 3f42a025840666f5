import type { Comment, CommentThread } from '@mojian/contract/community/comments';

/** Loaded comments. */
export type Discussion = { records: CommentThread[]; total: number; next: string | null };

/** Inserts an own new comment: on top, or under its parent. Held ones are not counted. */
export function withPosted(discussion: Discussion, posted: CommentThread): Discussion {
  if (hasComment(discussion, posted.id)) return discussion;
  const counted = posted.held ? 0 : 1;
  const total = discussion.total + counted;
  if (posted.parentId === null) return { ...discussion, total, records: [posted, ...discussion.records] };
  const { replies: _, ...reply } = posted;
  return { ...inThread(discussion, posted.parentId, (thread) => withReply(thread, reply, counted)), total };
}

function withReply({ replies, ...thread }: CommentThread, reply: Comment, counted: number): CommentThread {
  return { ...thread, replies: { ...replies, total: replies.total + counted, first: [...replies.first, reply] } };
}

/** Applies a change to one comment. */
export function withChange(discussion: Discussion, id: number, change: Partial<Comment>): Discussion {
  const changed = <One extends Comment>(one: One) => (one.id === id ? { ...one, ...change } : one);
  const records = discussion.records.map((thread) => ({
    ...changed(thread),
    replies: { ...thread.replies, first: thread.replies.first.map(changed) },
  }));
  return { ...discussion, records };
}

/** Applies a newer version of a comment, which counts unless it is held or removed. */
export function withEdited(discussion: Discussion, edited: Comment): Discussion {
  const before = findThread(discussion, edited.id);
  if (!before) return discussion;
  const more = countOf(edited) - countOf(before);
  const counted = inThread(withChange(discussion, edited.id, edited), edited.parentId, ({ replies, ...thread }) => ({
    ...thread,
    replies: { ...replies, total: replies.total + more },
  }));
  return { ...counted, total: discussion.total + more };
}

function countOf({ held, removed }: Comment) {
  return held || removed ? 0 : 1;
}

/** Applies what a newer page has of comments that are here already. */
export function withUpdates(discussion: Discussion, now: Discussion): Discussion {
  const found = now.records.flatMap((thread) => [thread, ...thread.replies.first]);
  return found.reduce(withEdited, discussion);
}

/** Publishes a held comment and counts it. */
export function withShown(discussion: Discussion, id: number): Discussion {
  const comment = findThread(discussion, id);
  if (!comment?.held) return discussion;
  const shown = withChange(discussion, id, { held: false, reasons: [], mayRelease: false });
  const counted = inThread(shown, comment.parentId, ({ replies, ...thread }) => ({
    ...thread,
    replies: { ...replies, total: replies.total + 1 },
  }));
  return { ...counted, total: discussion.total + 1 };
}

const nothing = {
  html: '',
  pictures: [],
  held: false,
  reasons: [],
  mayDelete: false,
  mayEdit: false,
  mayRelease: false,
  quote: null,
};
const removed = { ...nothing, removed: true } satisfies Partial<Comment>;

/** Removes a comment; one with replies leaves a tombstone. */
export function without(discussion: Discussion, id: number): Discussion {
  const gone = findThread(discussion, id);
  if (!gone || gone.removed) return discussion;
  const counted = gone.held ? 0 : 1;
  const total = discussion.total - counted;
  const top = discussion.records.find((thread) => thread.id === id);
  if (top && top.replies.first.length > 0) return { ...withChange(discussion, id, removed), total };
  if (top) return { ...discussion, total, records: discussion.records.filter((thread) => thread !== top) };
  return { ...inThread(discussion, gone.parentId, (thread) => withoutReply(thread, id, counted)), total };
}

function withoutReply({ replies, ...thread }: CommentThread, id: number, counted: number): CommentThread {
  const first = replies.first.filter((reply) => reply.id !== id);
  return { ...thread, replies: { ...replies, total: replies.total - counted, first } };
}

/** Appends a page without repeating comments that are here already. */
export function withPage(discussion: Discussion, page: Discussion): Discussion {
  const isNew = ({ id }: Comment) => !discussion.records.some((thread) => thread.id === id);
  return { ...page, records: [...discussion.records, ...page.records.filter(isNew)] };
}

export function withReplies(
  discussion: Discussion,
  id: number,
  page: { records: Comment[]; next: string | null },
): Discussion {
  return inThread(discussion, id, ({ replies, ...thread }) => {
    const isHere = (reply: Comment) => page.records.some((one) => one.id === reply.id);
    const first = [...replies.first.filter((reply) => !isHere(reply)), ...page.records];
    return { ...thread, replies: { ...replies, first: first.sort(byAge), next: page.next } };
  });
}

/** Counts the replies not loaded yet. */
export function repliesLeft({ replies }: CommentThread) {
  const shown = replies.first.filter(({ removed, held }) => !removed && !held).length;
  return replies.next === null ? 0 : Math.max(1, replies.total - shown);
}

export function hasComment(discussion: Discussion, id: number) {
  return findThread(discussion, id) !== undefined;
}

/** Ids of all loaded comments and replies. */
export function idsOf({ records }: Discussion) {
  return records.flatMap(({ id, replies }) => [id, ...replies.first.map((reply) => reply.id)]);
}

export function findThread({ records }: Discussion, id: number): Comment | undefined {
  for (const thread of records) {
    if (thread.id === id) return thread;
    const reply = thread.replies.first.find((one) => one.id === id);
    if (reply) return reply;
  }
  return undefined;
}

function inThread(
  discussion: Discussion,
  id: number | null,
  change: (thread: CommentThread) => CommentThread,
): Discussion {
  return { ...discussion, records: discussion.records.map((thread) => (thread.id === id ? change(thread) : thread)) };
}

function byAge(a: Comment, b: Comment) {
  return a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id - b.id;
}
