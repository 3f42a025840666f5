import type { CallsOf } from '../../../calls.ts';

type Calls = CallsOf<'collects' | 'comments' | 'drafts' | 'follows'>;

/** The same calls, with a word after each that changes how many articles, follows, collects or comments there are. */
export function counted({ drafts, follows, collects, comments }: Calls, onChange: () => void): Calls {
  const tellAfter =
    <Call, Reply>(send: (call: Call) => Promise<Reply>) =>
    (call: Call) =>
      send(call).finally(onChange);
  return {
    drafts: {
      ...drafts,
      remove: tellAfter(drafts.remove),
      restore: tellAfter(drafts.restore),
      withdraw: tellAfter(drafts.withdraw),
    },
    follows: { ...follows, follow: tellAfter(follows.follow), unfollow: tellAfter(follows.unfollow) },
    collects: { ...collects, collect: tellAfter(collects.collect), uncollect: tellAfter(collects.uncollect) },
    comments: { ...comments, remove: tellAfter(comments.remove) },
  };
}
