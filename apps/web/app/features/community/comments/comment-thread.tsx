import type { Comment, CommentThread as Thread } from '@mojian/contract/community/comments';
import { CommentRow, type RowActs } from './comment-row.tsx';
import { repliesLeft } from './talk.ts';

type Props = {
  thread: Thread;
  acts?: RowActs;
  /** Shows the other replies. */
  expand?: (thread: Thread) => void;
  /** What is opened below a comment: the form for a reply. */
  below?: (comment: Comment) => React.ReactNode;
  /** What stands in the place of its words: the form to edit them. */
  instead?: (comment: Comment) => React.ReactNode;
};

/** A comment and its replies. */
export function CommentThread({ thread, acts, expand, below, instead }: Props) {
  const { first } = thread.replies;
  const left = repliesLeft(thread);
  return (
    <li>
      <CommentRow comment={thread} acts={acts} instead={instead?.(thread)}>
        {below?.(thread)}
        {(first.length > 0 || left > 0) && (
          <div className="kids">
            {first.map((reply) => (
              <CommentRow key={reply.id} comment={reply} acts={acts} instead={instead?.(reply)}>
                {below?.(reply)}
              </CommentRow>
            ))}
            {left > 0 && (
              <button
                type="button"
                className="more scripted"
                data-act={`expand-${thread.id}`}
                onClick={() => expand?.(thread)}
              >
                展开 {left} 条回复
              </button>
            )}
          </div>
        )}
      </CommentRow>
    </li>
  );
}
