import type { Say } from '@mojian/contract/community/says';
import { Icon } from '@mojian/ui/icon';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useHas } from '../../../site/features-on.ts';
import { figures } from '../../../ui/count.tsx';
import { ServedTalks } from '../comments/comment-thread.tsx';
import { savedView } from '../comments/saved-threads.ts';
import type { Discussion } from '../comments/threads.ts';
import { likersWords, type SayDeps } from './says.ts';
import type { SayActs } from './use-say-acts.ts';

const fetchComments = () => import('./say-comments.tsx');
/** Loaded on demand: most readers only read. */
const SayComments = lazy(() => fetchComments().then((part) => ({ default: part.SayComments })));

type Props = {
  say: Say;
  isAlone: boolean;
  discussion: Discussion | null;
  acts: SayActs;
  comments: SayDeps['comments'];
};

/** Likes and comments of a say. */
export function SayFoot({ say, isAlone, discussion, acts, comments }: Props) {
  const { id, likes, liked } = say;
  const hasComments = useHas()('comments');
  const [isOpen, setOpen] = useState(false);
  // after hydration
  useEffect(() => {
    if (isAlone || savedView(`say:${id}`)) setOpen(true);
  }, [isAlone, id]);
  return (
    <>
      <div className="foot">
        <button
          type="button"
          aria-pressed={liked}
          aria-label={`点赞，${likes} 人`}
          title="点赞"
          onClick={() => void acts.like(say)}
        >
          <Icon name="heart" />
          {figures(likes)}
        </button>
        {hasComments && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`评论，${say.comments} 条`}
            title="评论"
            onClick={() => setOpen(!isOpen)}
            onPointerEnter={() => void fetchComments().catch(() => {})}
          >
            <Icon name="talk" />
            {figures(say.comments)}
          </button>
        )}
      </div>
      {say.likers.length > 0 && <Likers say={say} />}
      {isOpen && hasComments ? (
        <Suspense fallback={<Served discussion={discussion} />}>
          <SayComments say={say} discussion={discussion} deps={comments} onCount={acts.count} />
        </Suspense>
      ) : (
        discussion && <Served discussion={discussion} />
      )}
    </>
  );
}

/** Keeps the served comments until the interactive ones replace them. */
function Served({ discussion }: { discussion: Discussion | null }) {
  return (
    <section className="comments" aria-label="评论">
      {discussion ? <ServedTalks discussion={discussion} /> : <p className="talk-waiting">正在加载评论…</p>}
    </section>
  );
}

function Likers({ say }: { say: Say }) {
  return (
    <p className="likers">
      <Icon name="heart" />
      <span>
        {say.likers.map(({ id, nickname }, index) => (
          <span key={id}>
            {index > 0 && '、'}
            <Link to={`/user/${id}`}>{nickname}</Link>
          </span>
        ))}
        {` ${likersWords(say)}`}
      </span>
    </p>
  );
}
