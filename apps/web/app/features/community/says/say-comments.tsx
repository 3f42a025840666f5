import type { Say } from '@mojian/contract/community/says';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useCommentsClosed } from '../../../site/features-on.ts';
import { RenderedAt } from '../../../ui/rendered-at.ts';
import { ServedTalks } from '../comments/comment-thread.tsx';
import { Comments, soughtIn } from '../comments/comments.tsx';
import type { CommentDeps } from '../comments/deps.ts';
import { type Shown, savedView } from '../comments/saved-threads.ts';
import type { Discussion } from '../comments/threads.ts';
import { withOwn } from '../guest-comments/own-comments.ts';

type Props = {
  say: Say;
  discussion: Discussion | null;
  deps: CommentDeps;
  onCount: (id: number, comments: number) => void;
};

/** Comments of a say. One in the address is scrolled to. */
export function SayComments({ say: { id }, discussion, deps: withoutOwn, onCount }: Props) {
  const deps = useMemo(() => withOwn(withoutOwn, { sayId: id }), [withoutOwn, id]);
  const [first, setFirst] = useState<Shown | undefined>(() => savedView(`say:${id}`));
  const [failed, setFailed] = useState(false);
  const [openedAt] = useState(Date.now);
  const isClosed = useCommentsClosed();
  const { hash } = useLocation();
  const sought = useMemo(() => soughtIn(hash), [hash]);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(onCount);
  latest.current = onCount;
  // stable, so that it fires on changes and not on every render
  const tell = useCallback((total: number) => latest.current(id, total), [id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on mount and on each retry
  useEffect(() => {
    if (first) return;
    let isGone = false;
    const list = deps.reading.list({ query: { sayId: id, ...(sought && { focus: sought.id }) } });
    list.then(
      (discussion) => !isGone && setFirst({ discussion, sort: 'new' }),
      () => !isGone && setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, [attempt]);

  const again = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return (
    <section className="comments" aria-label="评论" aria-busy={!first && !failed}>
      {first ? (
        <RenderedAt value={openedAt}>
          <Comments target={{ sayId: id }} deps={{ ...deps, isClosed }} first={first} sought={sought} onCount={tell} />
        </RenderedAt>
      ) : (
        <Waiting discussion={discussion} failed={failed} again={again} />
      )}
    </section>
  );
}

type WaitingProps = { discussion: Discussion | null; failed: boolean; again: () => void };

/** Shows the served comments instead of a loading state. */
function Waiting({ discussion, failed, again }: WaitingProps) {
  if (discussion && !failed) return <ServedTalks discussion={discussion} />;
  return (
    <p className="say-comments-waiting dim row justify-center gap-3" role="status">
      {failed ? '评论加载失败' : '正在加载评论…'}
      {failed && (
        <button className="btn btn-sm" type="button" onClick={again}>
          重试
        </button>
      )}
    </p>
  );
}
