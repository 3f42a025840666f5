import type { Comment, CommentThread } from '@mojian/contract/comments';
import { isFailure } from '@mojian/contract/failures';
import { useEffect, useRef, useState } from 'react';
import { readToken, watchUser } from '../../session.ts';
import { toast } from '../../ui/toast.ts';
import { askToLogIn } from '../asks-login/ask-to-log-in.ts';
import type { Sort } from './comments-head.tsx';
import { keepShown, type Shown } from './kept.ts';
import { type CommentParts, type Target, topicOf } from './parts.ts';
import { type Talk, withChange, without, withPage, withPosted, withReplies } from './talk.ts';
import { useFresh } from './use-fresh.ts';

type Given = { target: Target; parts: CommentParts; first: Shown };

/** The comments on something as this reader sees them, and what can be done with them. */
export function useComments({ target, parts: { calls, reading }, first }: Given) {
  const [{ talk, sort }, setShown] = useState(first);
  const [state, setState] = useState<'resting' | 'loading' | 'failed'>('resting');
  const setTalk = (change: (talk: Talk) => Talk) => setShown((before) => ({ ...before, talk: change(before.talk) }));
  const fresh = useFresh(topicOf(target), talk, (id) => setTalk((before) => without(before, id)));
  useEffect(() => keepShown(topicOf(target), { talk, sort }), [target, talk, sort]);

  const load = async (act: () => Promise<void>) => {
    setState('loading');
    await act().then(
      () => setState('resting'),
      () => setState('failed'),
    );
  };
  const list = (order: Sort, after?: string | null) =>
    reading.list({ query: { ...target, sort: order, ...(after && { after }) } });
  /** The list anew, as long as it was if it is to keep its place. */
  const show = (order: Sort, atLeast = 0) =>
    load(async () => {
      let now = await list(order);
      while (now.next !== null && now.records.length < atLeast) now = withPage(now, await list(order, now.next));
      setShown({ talk: now, sort: order });
      fresh.clear();
    });
  useChangeOfReader(() => void show(sort, talk.records.length));

  return {
    ...{ talk, sort, state },
    fresh: fresh.count,
    show,
    loadMore: () =>
      load(async () => {
        const page = await list(sort, talk.next);
        setTalk((before) => withPage(before, page));
      }),
    expand: ({ id, replies: { next } }: CommentThread) =>
      load(async () => {
        const page = await reading.replies({ query: { id, ...(next && { after: next }) } });
        setTalk((before) => withReplies(before, id, page));
      }),
    posted: (comment: CommentThread) => setTalk((before) => withPosted(before, comment)),
    like: (comment: Comment) =>
      likeAtOnce(calls, comment, (change) => setTalk((now) => withChange(now, comment.id, change))),
    remove: async ({ id }: Comment) => {
      await calls.remove({ query: { id } });
      setTalk((before) => without(before, id));
    },
  };
}

const busy = new Set<number>();

/** At once on the page, and back with a word if it did not go through. Visitors are asked to log in. */
async function likeAtOnce(calls: CommentParts['calls'], comment: Comment, change: (to: Partial<Comment>) => void) {
  const { id, liked, likes } = comment;
  if (!readToken()) return askToLogIn();
  if (busy.has(id)) return;
  busy.add(id);
  change({ liked: !liked, likes: Math.max(0, likes + (liked ? -1 : 1)) });
  try {
    change(await calls.like({ query: { id, like: liked ? '0' : '1' } }));
  } catch (error) {
    change({ liked, likes });
    if (isFailure(error) && error.id === 'unavailable') toast('error', '没有送到，已改回原样，请再试一次');
  } finally {
    busy.delete(id);
  }
}

/** Who logs in or out sees other things: own likes, own comments that are held. */
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
