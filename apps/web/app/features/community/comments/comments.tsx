import type { Comment } from '@mojian/contract/community/comments';
import { useEffect, useRef, useState } from 'react';
import { readToken } from '../../../session.ts';
import { figures } from '../../../ui/figures.ts';
import { askToLogIn } from '../../members/asks-login/ask-to-log-in.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentThread } from './comment-thread.tsx';
import { CommentsClosed } from './comments-closed.tsx';
import { CommentsHead } from './comments-head.tsx';
import { useEditing } from './edit-form.tsx';
import type { Shown } from './kept.ts';
import { More } from './more.tsx';
import type { CommentParts, Target } from './parts.ts';
import { Questions } from './questions.tsx';
import { useComments } from './use-comments.ts';
import { useReply } from './use-reply.ts';
import { useSought } from './use-sought.ts';
import './comments-later.css';

type Props = {
  target: Target;
  parts: CommentParts;
  first: Shown;
  /** The comment to bring before the eyes. Another object, even of the same comment, asks once more. */
  sought?: { id: number } | undefined;
  /** Hears how many there are now. */
  onCount?: (total: number) => void;
};

/** The living comments on something: their form, their list, and what comes meanwhile. */
export function Comments({ target, parts, first, sought, onCount }: Props) {
  const comments = useComments({ target, parts, first });
  const { talk, sort, state, fresh } = comments;
  const { edit, instead } = useEditing({ target, parts, onEdited: comments.edited });
  const [asked, setAsked] = useState<{ question: 'remove' | 'report'; comment: Comment }>();
  useEffect(() => onCount?.(talk.total), [talk.total, onCount]);
  const whole = useRef<HTMLDivElement>(null);
  const { replyTo, open, reply } = useReply(target, whole, parts.isClosed);
  useSought(sought, comments.fetchTalk);

  const showFresh = async () => {
    await comments.show('new');
    whole.current?.focus({ preventScroll: true }); // the button is gone
  };
  const acts = {
    like: comments.like,
    reply,
    edit,
    release: (comment: Comment) => void comments.release(comment).catch(() => {}), // said already
    remove: (comment: Comment) => setAsked({ question: 'remove', comment }),
    report: (comment: Comment) => (readToken() ? setAsked({ question: 'report', comment }) : askToLogIn()),
  };
  const form = { target, parts, onPosted: comments.posted };
  const below = (comment: Comment) =>
    comment.id === replyTo && (
      <CommentForm {...form} key={comment.id} replyTo={comment} close={() => open(undefined)} />
    );
  return (
    <div ref={whole} tabIndex={-1} aria-busy={state === 'loading'}>
      <CommentsHead total={talk.total} sort={sort} onSort={(order) => void comments.show(order)} />
      {parts.isClosed ? <CommentsClosed /> : <CommentForm {...form} />}
      <Fresh count={fresh} show={showFresh} />
      {talk.records.length > 0 ? (
        <ol className="talks">
          {talk.records.map((thread) => (
            <CommentThread
              key={thread.id}
              thread={thread}
              acts={acts}
              expand={(one) => void comments.expand(one)}
              below={below}
              instead={instead}
            />
          ))}
        </ol>
      ) : parts.isClosed ? null : (
        <p className="none">还没有评论，来写第一句。</p>
      )}
      <More next={talk.next} state={state} loadMore={() => void comments.loadMore()} />
      {asked && (
        <Questions
          {...asked}
          remove={comments.remove}
          report={(comment, reason) => parts.calls.report({ body: { id: comment.id, reason } })}
          close={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

function Fresh({ count, show }: { count: number; show: () => void }) {
  return (
    <div role="status">
      {count > 0 && (
        <button type="button" className="fresh" onClick={show}>
          {figures(count)} 条新评论
        </button>
      )}
    </div>
  );
}
