import type { Comment, CommentThread } from '@mojian/contract/community/comments';
import { useEffect, useRef, useState } from 'react';
import { missing } from '../../../live/follow-list.ts';
import type { NewestAnswers } from '../../../live/newest-answers.ts';
import { useLiveList } from '../../../live/use-live-list.ts';
import { useUser, watchUser } from '../../../session/session.ts';
import { readToken } from '../../../session/token.ts';
import { toast } from '../../../ui/toast.ts';
import { toggleOptimistically } from '../../core/likes/toggle-optimistically.ts';
import { withdrawAsGuest } from '../guest-comments/own-comments.ts';
import { type CommentDeps, commentTopic, formKey, type Target } from './deps.ts';
import { readDraft, readOpenReply } from './drafts.ts';
import { type Shown, saveView } from './saved-threads.ts';
import type { Sort } from './served-comments.tsx';
import {
  type Discussion,
  findThread,
  hasComment,
  idsOf,
  withChange,
  withEdited,
  without,
  withPage,
  withPosted,
  withReplies,
  withShown,
  withUpdates,
} from './threads.ts';

/** Milliseconds before new comments are counted, so that the replies to own calls come first. */
const gathering = 400;

type CommentsOptions = { target: Target; deps: CommentDeps; first: Shown };

/** The comments of a target for this reader, with their actions. */
export function useComments({ target, deps: { calls, reading }, first }: CommentsOptions) {
  const [{ discussion, sort }, setShown] = useState(first);
  const setDiscussion: SetDiscussion = (change) =>
    setShown((before) => ({ ...before, discussion: change(before.discussion) }));
  const list = (order: Sort, after?: string | null) =>
    reading.list({ query: { ...target, sort: order, ...(after && { after }) } });
  const { answers, fresh, clear } = useLiveComments({ target, reading, shown: { discussion, sort }, setDiscussion });
  const { state, load, retry, show, loadMore } = usePages({
    shown: { discussion, sort },
    setShown,
    list,
    answers,
    clear,
  });
  useEffect(() => saveView(commentTopic(target), { discussion, sort }), [target, discussion, sort]);

  const setByReader: SetDiscussion = (change) => {
    answers.change();
    setDiscussion(change);
  };
  useChangeOfReader(() => void show(sort, discussion.records.length));

  return {
    discussion,
    sort,
    state,
    fresh,
    show,
    /** Loads the next page. After a failure, retries the request that failed: a page, another order, or the replies of one comment. */
    loadMore: state === 'failed' ? retry : loadMore,
    expand: ({ id, replies: { next } }: CommentThread) =>
      load(async () => {
        const page = await reading.replies({ query: { id, ...(next && { after: next }) } });
        setDiscussion((before) => withReplies(before, id, page));
      }),
    /** Loads the page with this comment and returns the function that shows it; undefined if it is gone. */
    fetchDiscussion: async (id: number) => {
      const now = await reading.list({ query: { ...target, focus: id } });
      return () => hasComment(now, id) && setShown({ discussion: now, sort: 'new' });
    },
    ...discussionChanges(calls, setByReader),
  };
}

type SetDiscussion = (change: (discussion: Discussion) => Discussion) => void;
type LiveOptions = {
  target: Target;
  reading: CommentDeps['reading'];
  shown: Shown;
  setDiscussion: SetDiscussion;
};

/** Follows others' comments: new ones are counted, changed and removed ones are updated. */
function useLiveComments({ target, reading, shown: { discussion, sort }, setDiscussion }: LiveOptions) {
  const me = useUser()?.id;
  // in another order the newest may not be loaded
  const newest = useRef(sort === 'new' ? 0 : Number.POSITIVE_INFINITY);
  if (sort === 'new') newest.current = Math.max(0, ...idsOf(discussion));
  const live = useLiveList({
    topic: commentTopic(target),
    events: { fresh: 'comment', gone: 'comment-gone', changed: 'comment-changed' },
    pause: () => gathering,
    inserts: false,
    knows: (id) => hasComment(discussion, id),
    look: () => reading.list({ query: { ...target, sort: 'new' } }),
    onLooked: (now) => {
      setDiscussion((before) => withUpdates(before, now));
      return { fresh: idsOf(now).filter((id) => id > newest.current), gone: goneSince(discussion, now) };
    },
    // the reader's own may only be held again after an edit
    onGone: (id) =>
      isOwn(id) ? lookAt(id) : setDiscussion((before) => (isAnswering(target, id) ? emptied : without)(before, id)),
    onChanged: (id) => void lookAt(id),
  });
  const isOwn = (id: number) => me !== undefined && findThread(discussion, id)?.author.id === me;
  /** Loads the current version of one comment. */
  const lookAt = async (id: number) => {
    const now = await live.answers
      .ask(`comment ${id}`, () => reading.list({ query: { ...target, focus: id } }))
      .catch(() => {});
    const found = now && findThread(now, id);
    if (now) setDiscussion((before) => (found ? withEdited(before, found) : without(before, id)));
  };
  return live;
}

type PagesOptions = {
  shown: Shown;
  setShown: (change: (before: Shown) => Shown) => void;
  list: (order: Sort, after?: string | null) => Promise<Discussion>;
  answers: NewestAnswers;
  /** Called when the list was replaced. */
  clear: () => void;
};

/** Loads the list and its pages; answers that come after another order was chosen are dropped. */
function usePages({ shown: { discussion, sort }, setShown, list, answers, clear }: PagesOptions) {
  const [state, setState] = useState<'resting' | 'loading' | 'failed'>('resting');
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
        const now = await answers.ask('order', () => listSome(order, atLeast));
        if (!now) return;
        answers.change();
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

/**
 * Ids in `known` that the newer first page `now` lacks. Comments beyond that page, or beyond a thread's first replies,
 * are not judged.
 */
export function goneSince(known: Discussion, now: Discussion): number[] {
  const end = now.next === null ? undefined : now.records.at(-1);
  const tops = missingComments(known.records, now.records, (one) => end === undefined || one.createdAt > end.createdAt);
  const replies = now.records.flatMap(({ id, replies: { first, next } }) => {
    const last = next === null ? undefined : first.at(-1);
    const before = known.records.find((thread) => thread.id === id)?.replies.first ?? [];
    return missingComments(before, first, (one) => last === undefined || one.createdAt < last.createdAt);
  });
  return [...tops, ...replies];
}

function missingComments(before: Comment[], now: Comment[], isWithin: (comment: Comment) => boolean) {
  const isThere = ({ removed }: Comment) => !removed;
  return missing(before.filter(isThere), now.filter(isThere), isWithin);
}

/** Actions on comments, with their effect on the loaded list. */
function discussionChanges(calls: CommentDeps['calls'], setDiscussion: SetDiscussion) {
  return {
    posted: (comment: CommentThread) => setDiscussion((before) => withPosted(before, comment)),
    edited: (comment: Comment) => setDiscussion((before) => withEdited(before, comment)),
    like: ({ id, liked, likes }: Comment) =>
      void toggleOptimistically({
        name: `like comment ${id}`,
        from: { liked, likes },
        to: { liked: !liked, likes: Math.max(0, likes + (liked ? -1 : 1)) },
        show: (like) => setDiscussion((before) => withChange(before, id, like)),
        send: () => calls.comments.like({ query: { id, like: liked ? '0' : '1' } }),
      }),
    release: async ({ id }: Comment) => {
      await calls.comments.release({ body: { id } });
      setDiscussion((before) => withShown(before, id));
      toast('success', '已通过，大家都看得到了');
    },
    remove: async ({ id }: Comment) => {
      await (readToken() ? calls.comments.remove({ query: { id } }) : withdrawAsGuest(calls, id));
      setDiscussion((before) => without(before, id));
    },
  };
}
