import type { CallsOf } from '../account/calls.ts';

type Calls = CallsOf<'collects' | 'comments' | 'follows'>;

/** The same calls, with a word after each that changes how many follows, collects or comments there are. */
export function counted({ follows, collects, comments }: Calls, onChange: () => void): Calls {
  const tellAfter =
    <Call, Reply>(send: (call: Call) => Promise<Reply>) =>
    (call: Call) =>
      send(call).finally(onChange);
  return {
    follows: { ...follows, follow: tellAfter(follows.follow), unfollow: tellAfter(follows.unfollow) },
    collects: { ...collects, collect: tellAfter(collects.collect), uncollect: tellAfter(collects.uncollect) },
    comments: { ...comments, remove: tellAfter(comments.remove) },
  };
}
