import type { Comment, CommentThread as Thread } from '@mojian/contract/community/comments';
import { Icon } from '@mojian/ui/icon';
import { AuthorName } from '../../../ui/author-name.tsx';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { exactTime, Moment } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { askToBlock } from '../../core/blocks/ask-to-block.ts';
import { PictureList } from '../../core/uploads/picture-list.tsx';
import { countedName } from '../counted-name.ts';
import { type Discussion, repliesLeft } from './threads.ts';

/** Server-rendered comments without actions. */
export function ServedTalks({
  discussion: { records },
  isClosed = false,
}: {
  discussion: Discussion;
  isClosed?: boolean;
}) {
  if (records.length === 0) return isClosed ? null : <p className="comments-none dim">还没有评论，来写第一句。</p>;
  return (
    <ol className="comments-list">
      {records.map((thread) => (
        <CommentThread key={thread.id} thread={thread} />
      ))}
    </ol>
  );
}

type Props = {
  thread: Thread;
  acts?: RowActs;
  /** Shows the other replies. */
  expand?: (thread: Thread) => void;
  /** Reply form below a comment. */
  below?: (comment: Comment) => React.ReactNode;
  /** Edit form in place of the text. */
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
          <div className="comment-replies">
            {first.map((reply) => (
              <CommentRow key={reply.id} comment={reply} acts={acts} instead={instead?.(reply)}>
                {below?.(reply)}
              </CommentRow>
            ))}
            {left > 0 && (
              <button
                type="button"
                className="comment-more scripted dim"
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

/** Actions on a comment; without them the buttons are inert, as in the served HTML. */
type RowActs = {
  like: (comment: Comment) => void;
  reply: (comment: Comment) => void;
  edit: (comment: Comment) => void;
  /** For staff: publishes a held comment. */
  release: (comment: Comment) => void;
  remove: (comment: Comment) => void;
  report: (comment: Comment) => void;
};

type CommentRowProps = {
  comment: Comment;
  acts?: RowActs | undefined;
  /** Replaces text and actions. */
  instead?: React.ReactNode;
  children?: React.ReactNode;
};

function CommentRow({ comment, acts, instead, children }: CommentRowProps) {
  const { id, author, removed, html, pictures, reasons, quote } = comment;
  return (
    <article
      className="comment"
      id={`comment-${id}`}
      tabIndex={-1}
      aria-label={removed ? '已删除的评论' : `${author.nickname}的评论`}
    >
      {removed ? <Face name="·" /> : <Face name={author.nickname} picture={ownPicture(author.avatar)} />}
      <div>
        {removed ? (
          <p className="comment-was dim">该评论已删除</p>
        ) : (
          <>
            <Writer comment={comment} />
            {quote && !instead && <QuotedSentence {...quote} />}
            {instead || (
              // biome-ignore lint/security/noDangerouslySetInnerHtml: made by packages/markdown, which lets only safe elements through
              <div className="comment-text" dangerouslySetInnerHTML={{ __html: html }} />
            )}
            <PictureList pictures={pictures} classOf={() => 'comment-pictures'} />
            {reasons.length > 0 && <p className="comment-why accent">审核的原因：{reasons.join('；')}</p>}
            {!instead && <Foot comment={comment} acts={acts} />}
          </>
        )}
      </div>
      {children}
    </article>
  );
}

/** The sentence of the article that a thought is about. */
function QuotedSentence({ words, changed }: NonNullable<Comment['quote']>) {
  return (
    <div className="comment-text">
      <blockquote>
        {words}
        {changed && <span className="dim"> （这句后来改了）</span>}
      </blockquote>
    </div>
  );
}

const badges = { owner: ['badge-fill', '博主'], author: ['badge-celadon', '作者'], guest: ['', '访客'] } as const;

function Writer({ comment: { author, replyTo, pinned, held } }: { comment: Comment }) {
  const [look, words] = author.badge ? badges[author.badge] : [];
  return (
    <div className="comment-head row row-wrap">
      <AuthorName id={author.id} website={author.website}>
        {author.nickname}
      </AuthorName>
      {words && <span className={`badge ${look}`}>{words}</span>}
      {replyTo && (
        <span className="comment-to dim">
          回复{' '}
          <AuthorName id={replyTo.id} website={replyTo.id === null ? '' : null}>
            @{replyTo.nickname}
          </AuthorName>
        </span>
      )}
      {pinned && <span className="badge badge-seal">置顶</span>}
      {held && (
        <span className="badge badge-seal" title="只有你和管理员看得见">
          审核中
        </span>
      )}
    </div>
  );
}

function Foot({ comment, acts }: { comment: Comment; acts: RowActs | undefined }) {
  const { id, createdAt, editedAt, place, device, likes, liked, held } = comment;
  return (
    <div className="meta">
      <Moment at={createdAt} />
      {editedAt && (
        <time dateTime={editedAt} title={`编辑于 ${exactTime(editedAt)}`}>
          已编辑
        </time>
      )}
      {place && <span title="IP 属地">{place}</span>}
      {device && <span className="comment-face">{device}</span>}
      {!held && (
        <>
          <button
            type="button"
            className="scripted"
            data-act={`like-${id}`}
            aria-pressed={liked}
            aria-label={countedName('点赞', likes, '人')}
            onClick={() => acts?.like(comment)}
          >
            <Icon name="heart" />
            {likes > 0 && figures(likes)}
          </button>
          <button
            type="button"
            className="scripted"
            data-act={`reply-${id}`}
            // keeps the selection, to be quoted
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => acts?.reply(comment)}
          >
            <Icon name="talk" />
            回复
          </button>
        </>
      )}
      {acts && <Moderation comment={comment} acts={acts} />}
    </div>
  );
}

function Moderation({ comment, acts }: { comment: Comment; acts: RowActs }) {
  const { author, held, mayDelete, mayEdit, mayRelease } = comment;
  return (
    <>
      {mayRelease && (
        <button type="button" className="comment-pass" onClick={() => acts.release(comment)}>
          通过
        </button>
      )}
      {mayEdit && (
        <button type="button" onClick={() => acts.edit(comment)}>
          编辑
        </button>
      )}
      {mayDelete && (
        <button type="button" onClick={() => acts.remove(comment)}>
          删除
        </button>
      )}
      {!mayDelete && !held && (
        <button type="button" className="comment-late" onClick={() => acts.report(comment)}>
          举报
        </button>
      )}
      {!mayDelete && author.website === null && (
        <button type="button" className="comment-late" onClick={() => askToBlock(author)}>
          拉黑
        </button>
      )}
    </>
  );
}
