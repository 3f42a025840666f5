import type { Comment, CommentThread } from '@mojian/contract/community/comments';

/** Comments as far as they are loaded. */
export type Talk = { records: CommentThread[]; total: number; next: string | null };

/** A new comment of one's own: on top, or under the one it replies to. What is held is not counted. */
export function withPosted(talk: Talk, posted: CommentThread): Talk {
  if (knows(talk, posted.id)) return talk;
  const counted = posted.held ? 0 : 1;
  const total = talk.total + counted;
  if (posted.parentId === null) return { ...talk, total, records: [posted, ...talk.records] };
  const { replies: _, ...reply } = posted;
  return { ...inThread(talk, posted.parentId, (thread) => withReply(thread, reply, counted)), total };
}

function withReply({ replies, ...thread }: CommentThread, reply: Comment, counted: number): CommentThread {
  return { ...thread, replies: { ...replies, total: replies.total + counted, first: [...replies.first, reply] } };
}

/** Something about one comment has changed. */
export function withChange(talk: Talk, id: number, change: Partial<Comment>): Talk {
  const changed = <One extends Comment>(one: One) => (one.id === id ? { ...one, ...change } : one);
  const records = talk.records.map((thread) => ({
    ...changed(thread),
    replies: { ...thread.replies, first: thread.replies.first.map(changed) },
  }));
  return { ...talk, records };
}

/** Its author changed it. What has to be approved again does not count meanwhile. */
export function withEdited(talk: Talk, edited: Comment): Talk {
  const before = find(talk, edited.id);
  const changed = withChange(talk, edited.id, edited);
  if (!before || before.held || !edited.held) return changed;
  const counted = inThread(changed, edited.parentId, ({ replies, ...thread }) => ({
    ...thread,
    replies: { ...replies, total: replies.total - 1 },
  }));
  return { ...counted, total: talk.total - 1 };
}

/** A held one is shown to all now, and counts. */
export function withShown(talk: Talk, id: number): Talk {
  const comment = find(talk, id);
  if (!comment?.held) return talk;
  const shown = withChange(talk, id, { held: false, reasons: [], mayRelease: false });
  const counted = inThread(shown, comment.parentId, ({ replies, ...thread }) => ({
    ...thread,
    replies: { ...replies, total: replies.total + 1 },
  }));
  return { ...counted, total: talk.total + 1 };
}

const nothing = {
  html: '',
  pictures: [],
  held: false,
  reasons: [],
  mayDelete: false,
  mayEdit: false,
  mayRelease: false,
};
const removed = { ...nothing, removed: true } satisfies Partial<Comment>;

/** One is gone. What was answered keeps its place. */
export function without(talk: Talk, id: number): Talk {
  const gone = find(talk, id);
  if (!gone || gone.removed) return talk;
  const counted = gone.held ? 0 : 1;
  const total = talk.total - counted;
  const top = talk.records.find((thread) => thread.id === id);
  if (top && top.replies.first.length > 0) return { ...withChange(talk, id, removed), total };
  if (top) return { ...talk, total, records: talk.records.filter((thread) => thread !== top) };
  return { ...inThread(talk, gone.parentId, (thread) => withoutReply(thread, id, counted)), total };
}

function withoutReply({ replies, ...thread }: CommentThread, id: number, counted: number): CommentThread {
  const first = replies.first.filter((reply) => reply.id !== id);
  return { ...thread, replies: { ...replies, total: replies.total - counted, first } };
}

/** The next page: those already here, because they were written or sought meanwhile, come once. */
export function withPage(talk: Talk, page: Talk): Talk {
  const isNew = ({ id }: Comment) => !talk.records.some((thread) => thread.id === id);
  return { ...page, records: [...talk.records, ...page.records.filter(isNew)] };
}

export function withReplies(talk: Talk, id: number, page: { records: Comment[]; next: string | null }): Talk {
  return inThread(talk, id, ({ replies, ...thread }) => {
    const isHere = (reply: Comment) => page.records.some((one) => one.id === reply.id);
    const first = [...replies.first.filter((reply) => !isHere(reply)), ...page.records];
    return { ...thread, replies: { ...replies, first: first.sort(byAge), next: page.next } };
  });
}

/** How many replies are still to be shown. */
export function repliesLeft({ replies }: CommentThread) {
  const shown = replies.first.filter(({ removed, held }) => !removed && !held).length;
  return replies.next === null ? 0 : Math.max(1, replies.total - shown);
}

export function knows(talk: Talk, id: number) {
  return find(talk, id) !== undefined;
}

/** All that are loaded, replies among them. */
export function idsOf({ records }: Talk) {
  return records.flatMap(({ id, replies }) => [id, ...replies.first.map((reply) => reply.id)]);
}

export function find({ records }: Talk, id: number): Comment | undefined {
  for (const thread of records) {
    if (thread.id === id) return thread;
    const reply = thread.replies.first.find((one) => one.id === id);
    if (reply) return reply;
  }
  return undefined;
}

function inThread(talk: Talk, id: number | null, change: (thread: CommentThread) => CommentThread): Talk {
  return { ...talk, records: talk.records.map((thread) => (thread.id === id ? change(thread) : thread)) };
}

function byAge(a: Comment, b: Comment) {
  return a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id - b.id;
}
