import type { Comment, CommentThread } from '@mojian/contract/community/comments';
import { useEffect, useEffectEvent, useState } from 'react';
import type { HighlightDeps } from './deps.ts';

/** Thoughts of a sentence that are shown at first. */
const atFirst = 3;

/** The thoughts about the sentence of these passages; none are asked for where there are no passages. */
export function useThoughts({ article, comments }: HighlightDeps, ids: number[]) {
  const [records, setRecords] = useState<CommentThread[]>();
  const [after, setAfter] = useState<string | null>(null);
  const [isWhole, setWhole] = useState(false);
  const fetchPage = async (before: string | null) => {
    if (ids.length === 0 || article.commenting === 'hidden') return { records: [], next: null };
    const query = { articleId: article.id, passages: ids.slice(0, 40).join(','), ...(before && { after: before }) };
    return comments.reading.list({ query });
  };
  const begin = useEffectEvent(async () => {
    const page = await fetchPage(null).catch(() => ({ records: [], next: null }));
    setRecords(page.records);
    setAfter(page.next);
  });
  useEffect(() => void begin(), []);
  const more = async () => {
    setWhole(true);
    if (!isWhole || after === null) return;
    const page = await fetchPage(after).catch(() => undefined);
    if (!page) return;
    setRecords((shown = []) => [...shown, ...page.records]);
    setAfter(page.next);
  };
  const change = (id: number, change: Partial<CommentThread>) =>
    setRecords((shown) => shown?.map((one) => (one.id === id ? { ...one, ...change } : one)));
  return {
    shown: isWhole ? records : records?.slice(0, atFirst),
    hasMore: after !== null || (!isWhole && (records?.length ?? 0) > atFirst),
    more,
    add: (posted: CommentThread) => {
      setWhole(true);
      setRecords((shown = []) => [...shown.filter(({ id }) => id !== posted.id), posted]);
    },
    addReply: (id: number, posted: Comment) =>
      setRecords((shown) => shown?.map((one) => (one.id === id ? { ...one, replies: withReply(one, posted) } : one))),
    like: async (thought: CommentThread) => {
      const like = thought.liked ? ('0' as const) : ('1' as const);
      const answer = await comments.calls.comments.like({ query: { id: thought.id, like } }).catch(() => undefined); // a toast said so
      if (answer) change(thought.id, answer);
    },
  };
}

function withReply({ replies }: CommentThread, posted: Comment): CommentThread['replies'] {
  return { ...replies, first: [...replies.first, posted], total: replies.total + 1 };
}
