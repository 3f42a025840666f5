import type { Comment, CommentThread } from '@mojian/contract/community/comments';
import { useEffect, useRef, useState } from 'react';
import { listenLive } from '../../../live/live.ts';
import { useUser, watchUser } from '../../../session/session.ts';
import { readToken } from '../../../session/token.ts';
import { toast } from '../../../ui/toast.ts';
import { toggleOptimistically } from '../../core/likes/toggle-optimistically.ts';
import { type CommentDeps, commentTopic, formKey, type Target } from './deps.ts';
import { readDraft, readOpenReply } from './drafts.ts';
import { type Shown, saveView } from './saved-threads.ts';
import type { Sort } from './served-comments.tsx';
import {
  type Discussion,
  findThread,
  idsOf,
  knows,
  withChange,
  withEdited,
  without,
  withPage,
  withPosted,
  withReplies,
  withShown,
  withUpdates,
} from './threads.ts';

type CommentsOptions = { target: Target; deps: CommentDeps; first: Shown };

/** The comments of a target for this reader, with their actions. */
export function useComments({ target, deps: { calls, reading }, first }: CommentsOptions) {
  const [{ discussion, sort }, setShown] = useState(first);
  const me = useUser()?.id;
  const setDiscussion = (change: (discussion: Discussion) => Discussion) =>
    setShown((before) => ({ ...before, discussion: change(before.discussion) }));
  const list = (order: Sort, after?: string | null) =>
    reading.list({ query: { ...target, sort: order, ...(after && { after }) } });
  const fresh = useFresh({
    topic: commentTopic(target),
    shown: { discussion, sort },
    look: () => list('new'),
    onLooked: (now) => setDiscussion((before) => withUpdates(before, now)),
    onShown: (id) => setDiscussion((before) => withShown(before, id)),
    // the reader's own may only be held again after an edit
    onGone: (id) =>
      isOwn(id) ? lookAt(id) : setDiscussion((before) => (isAnswering(target, id) ? emptied : without)(before, id)),
    onChanged: (id) => knows(discussion, id) && lookAt(id),
  });
  const { state, load, retry, show, loadMore } = usePages({
    shown: { discussion, sort },
    setShown,
    list,
    clear: fresh.clear,
  });
  useEffect(() => saveView(commentTopic(target), { discussion, sort }), [target, discussion, sort]);

  const isOwn = (id: number) => me !== undefined && findThread(discussion, id)?.author.id === me;
  const lookAt = async (id: number) => setDiscussion(await lookForOne(reading, target, id));
  useChangeOfReader(() => void show(sort, discussion.records.length));

  return {
    discussion,
    sort,
    state,
    fresh: fresh.count,
    show,
    /** Loads the next page, or repeats what failed: it, another order or the replies of one comment. */
    loadMore: state === 'failed' ? retry : loadMore,
    expand: ({ id, replies: { next } }: CommentThread) =>
      load(async () => {
        const page = await reading.replies({ query: { id, ...(next && { after: next }) } });
        setDiscussion((before) => withReplies(before, id, page));
      }),
    /** Loads the page with this comment and returns the function that shows it; undefined if it is gone. */
    fetchDiscussion: async (id: number) => {
      const now = await reading.list({ query: { ...target, focus: id } });
      return () => knows(now, id) && setShown({ discussion: now, sort: 'new' });
    },
    ...discussionChanges(calls, setDiscussion),
  };
}

type PagesOptions = {
  shown: Shown;
  setShown: (change: (before: Shown) => Shown) => void;
  list: (order: Sort, after?: string | null) => Promise<Discussion>;
  /** Called when the list was replaced. */
  clear: () => void;
};

/** Loads the list and its pages; answers that come after another order was chosen are dropped. */
function usePages({ shown: { discussion, sort }, setShown, list, clear }: PagesOptions) {
  const [state, setState] = useState<'resting' | 'loading' | 'failed'>('resting');
  const turn = useRef(0);
  const failed = useRef(async () => {});
  const load = async (act: () => Promise<void>) => {
    setState('loading');
    await act().then(
      () => setState('resting'),
      () => {
        failed.current = act;
        setState('failed');
      },
    );
  };
  const listSome = async (order: Sort, atLeast: number) => {
    let now = await list(order);
    while (now.next !== null && now.records.length < atLeast) now = withPage(now, await list(order, now.next));
    return now;
  };
  return {
    state,
    load,
    retry: () => load(failed.current),
    /** Reloads the list, at least `atLeast` long. */
    show: (order: Sort, atLeast = 0) =>
      load(async () => {
        turn.current += 1;
        const own = turn.current;
        const isLatest = () => own === turn.current;
        const now = await listSome(order, atLeast).catch((error) => {
          if (isLatest()) throw error;
        });
        if (!now || !isLatest()) return;
        setShown(() => ({ discussion: now, sort: order }));
        clear();
      }),
    loadMore: () =>
      load(async () => {
        const { next } = discussion;
        const page = await list(sort, next);
        const isContinued = (before: Shown) => before.sort === sort && before.discussion.next === next;
        setShown((before) => (isContinued(before) ? { sort, discussion: withPage(before.discussion, page) } : before));
      }),
  };
}

/** Whether the reader is writing a reply to this comment, whose form would go with the comment. */
function isAnswering(target: Target, id: number) {
  return readOpenReply(commentTopic(target)) === id && readDraft(formKey(target, id)).text !== '';
}

/** Removes a comment as `without` does, but always leaves its tombstone. */
export function emptied(discussion: Discussion, id: number): Discussion {
  const gone = findThread(discussion, id);
  if (!gone || gone.removed) return discussion;
  const { total } = without(discussion, id);
  const { records } = withChange(discussion, id, { removed: true, html: '', pictures: [] });
  const counted = ({ replies, ...thread }: CommentThread) => ({
    ...thread,
    replies: { ...replies, total: replies.total + (thread.id === gone.parentId ? total - discussion.total : 0) },
  });
  return { ...discussion, total, records: records.map(counted) };
}

/** Loads the current version of one comment. */
async function lookForOne(reading: CommentDeps['reading'], target: Target, id: number) {
  const now = await reading.list({ query: { ...target, focus: id } }).catch(() => undefined);
  const found = now && findThread(now, id);
  return (before: Discussion) => (found ? withEdited(before, found) : now ? without(before, id) : before);
}

/** Reloads after login and logout: own likes and own held comments differ. */
function useChangeOfReader(act: () => void) {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    let reader = readToken();
    return watchUser(() => {
      if (readToken() === reader) return;
      reader = readToken();
      latest.current();
    });
  }, []);
}

type FreshOptions = {
  topic: string;
  shown: Shown;
  /** The first page, newest first. */
  look: () => Promise<Discussion>;
  onLooked: (now: Discussion) => void;
  /** Called for a newly published comment, perhaps a held one of this list. */
  onShown: (id: number) => void;
  onGone: (id: number) => void;
  onChanged: (id: number) => void;
};

/** Debounce in milliseconds before new comments are counted, so that own calls return first. */
const pause = 400;

/**
 * Counts others' new comments, shown on demand. When the stream opens, catches up: comments newer than all shown,
 * changed and removed ones.
 */
function useFresh({ topic, shown: { discussion, sort }, ...acts }: FreshOptions) {
  const [ids, setIds] = useState<number[]>([]);
  // in another order the newest may not be loaded
  const newest = useRef(sort === 'new' ? 0 : Number.POSITIVE_INFINITY);
  if (sort === 'new') newest.current = Math.max(0, ...idsOf(discussion));
  const latest = useRef({ ...acts, discussion });
  latest.current = { ...acts, discussion };
  useEffect(() => {
    const ending = new AbortController();
    const gone = new Set<number>();
    const add = (more: number[]) =>
      ending.signal.aborted || setIds((before) => [...new Set([...before, ...more])].filter((id) => !gone.has(id)));
    const take = (id: number) => {
      gone.add(id);
      add([]);
      latest.current.onGone(id);
    };
    const lookAgain = async () => {
      const now = await latest.current.look();
      if (ending.signal.aborted) return;
      for (const id of goneSince(latest.current.discussion, now)) take(id);
      latest.current.onLooked(now);
      add(idsOf(now).filter((id) => id > newest.current));
    };
    const stop = listenLive([topic], ({ type, id }) => {
      if (type === 'comment') {
        setTimeout(add, pause, [id]);
        latest.current.onShown(id);
      }
      if (type === 'resumed') lookAgain().catch(() => {}); // retried when the stream opens again
      if (type === 'comment-gone') take(id);
      if (type === 'comment-changed') latest.current.onChanged(id);
    });
    return () => {
      ending.abort();
      stop();
    };
  }, [topic]);
  return { count: ids.filter((id) => !knows(discussion, id)).length, clear: () => setIds([]) };
}

/**
 * Ids in `known` that the newer first page `now` lacks. Comments beyond that page, or beyond a thread's first replies,
 * are not judged.
 */
export function goneSince(known: Discussion, now: Discussion): number[] {
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
  const remaining = new Set(now.filter(({ removed }) => !removed).map(({ id }) => id));
  return before.filter((one) => !one.removed && isWithin(one) && !remaining.has(one.id)).map(({ id }) => id);
}

/** Actions on comments, with their effect on the loaded list. */
function discussionChanges(
  calls: CommentDeps['calls'],
  setDiscussion: (change: (discussion: Discussion) => Discussion) => void,
) {
  return {
    posted: (comment: CommentThread) => setDiscussion((before) => withPosted(before, comment)),
    edited: (comment: Comment) => setDiscussion((before) => withEdited(before, comment)),
    like: ({ id, liked, likes }: Comment) =>
      void toggleOptimistically({
        name: `like comment ${id}`,
        from: { liked, likes },
        to: { liked: !liked, likes: Math.max(0, likes + (liked ? -1 : 1)) },
        show: (like) => setDiscussion((before) => withChange(before, id, like)),
        send: () => calls.like({ query: { id, like: liked ? '0' : '1' } }),
      }),
    release: async ({ id }: Comment) => {
      await calls.release({ body: { id } });
      setDiscussion((before) => withShown(before, id));
      toast('success', '已通过，大家都看得到了');
    },
    remove: async ({ id }: Comment) => {
      await calls.remove({ query: { id } });
      setDiscussion((before) => without(before, id));
    },
  };
}
