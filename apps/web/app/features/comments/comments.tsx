import type { Comment } from '@mojian/contract/comments';
import { useEffect, useRef, useState } from 'react';
import { readToken } from '../../session.ts';
import { figures } from '../../ui/figures.ts';
import { askToLogIn } from '../asks-login/ask-to-log-in.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentThread } from './comment-thread.tsx';
import { CommentsClosed } from './comments-closed.tsx';
import { CommentsHead } from './comments-head.tsx';
import { readOpenReply, writeOpenReply } from './drafts.ts';
import type { Shown } from './kept.ts';
import { More } from './more.tsx';
import { type CommentParts, type Target, topicOf } from './parts.ts';
import { Questions } from './questions.tsx';
import { useComments } from './use-comments.ts';
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
  const topic = topicOf(target);
  const comments = useComments({ target, parts, first });
  const { talk, sort, state, fresh } = comments;
  const [replyTo, setReplyTo] = useState(() => readOpenReply(topic));
  const [asked, setAsked] = useState<{ question: 'remove' | 'report'; comment: Comment }>();
  useEffect(() => onCount?.(talk.total), [talk.total, onCount]);
  const whole = useRef<HTMLDivElement>(null);
  useSought(sought, comments.fetchTalk);

  const openReply = (id: number | undefined) => {
    writeOpenReply(topic, id);
    setReplyTo(id);
  };
  const showFresh = async () => {
    await comments.show('new');
    whole.current?.focus({ preventScroll: true }); // the button is gone
  };
  const acts = {
    like: comments.like,
    reply: ({ id }: Comment) => openReply(id === replyTo ? undefined : id),
    release: (comment: Comment) => void comments.release(comment).catch(() => {}), // said already
    remove: (comment: Comment) => setAsked({ question: 'remove', comment }),
    report: (comment: Comment) => (readToken() ? setAsked({ question: 'report', comment }) : askToLogIn()),
  };
  const form = { target, parts, onPosted: comments.posted };
  const below = (comment: Comment) =>
    comment.id === replyTo && (
      <CommentForm {...form} key={comment.id} replyTo={comment} close={() => openReply(undefined)} />
    );
  return (
    <div ref={whole} tabIndex={-1} aria-busy={state === 'loading'}>
      <CommentsHead total={talk.total} sort={sort} onSort={(order) => void comments.show(order)} />
      {parts.isClosed ? <CommentsClosed /> : <CommentForm {...form} />}
      <div role="status">
        {fresh > 0 && (
          <button type="button" className="fresh" onClick={showFresh}>
            {figures(fresh)} 条新评论
          </button>
        )}
      </div>
      {talk.records.length > 0 ? (
        <ol className="talks">
          {talk.records.map((thread) => (
            <CommentThread
              key={thread.id}
              thread={thread}
              acts={acts}
              expand={(one) => void comments.expand(one)}
              below={below}
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
