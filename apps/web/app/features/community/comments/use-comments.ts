import type { CommentThread } from '@mojian/contract/community/comments';
import { useEffect, useRef, useState } from 'react';
import { readToken, useUser, watchUser } from '../../../session.ts';
import { changeTalk } from './change-talk.ts';
import type { Sort } from './comments-head.tsx';
import { keepShown, type Shown } from './kept.ts';
import { type CommentParts, type Target, topicOf } from './parts.ts';
import { find, knows, type Talk, withEdited, without, withPage, withReplies, withShown } from './talk.ts';
import { useFresh } from './use-fresh.ts';

type Given = { target: Target; parts: CommentParts; first: Shown };

/** The comments on something as this reader sees them, and what can be done with them. */
export function useComments({ target, parts: { calls, reading }, first }: Given) {
  const [{ talk, sort }, setShown] = useState(first);
  const me = useUser()?.id;
  const [state, setState] = useState<'resting' | 'loading' | 'failed'>('resting');
  const setTalk = (change: (talk: Talk) => Talk) => setShown((before) => ({ ...before, talk: change(before.talk) }));
  const fresh = useFresh({
    ...{ topic: topicOf(target), shown: { talk, sort } },
    look: () => list('new'),
    onShown: (id) => setTalk((before) => withShown(before, id)),
    // one's own may only wait to be approved anew
    onGone: (id) => (isOwn(id) ? lookAt(id) : setTalk((before) => without(before, id))),
    onChanged: (id) => knows(talk, id) && lookAt(id),
  });
  useEffect(() => keepShown(topicOf(target), { talk, sort }), [target, talk, sort]);

  const isOwn = (id: number) => me !== undefined && find(talk, id)?.author.id === me;
  const lookAt = async (id: number) => setTalk(await lookForOne(reading, target, id));
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
    /** Fetches the first page with this comment on it, and gives the way to show it, if it is still there. */
    fetchTalk: async (id: number) => {
      const now = await reading.list({ query: { ...target, focus: id } });
      return () => knows(now, id) && setShown({ talk: now, sort: 'new' });
    },
    ...changeTalk(calls, setTalk),
  };
}

/** How to show one as it is now. */
async function lookForOne(reading: CommentParts['reading'], target: Target, id: number) {
  const now = await reading.list({ query: { ...target, focus: id } }).catch(() => undefined);
  const found = now && find(now, id);
  return (before: Talk) => (found ? withEdited(before, found) : now ? without(before, id) : before);
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
