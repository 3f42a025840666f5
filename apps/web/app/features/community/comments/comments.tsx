import type { Comment } from '@mojian/contract/community/comments';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readToken } from '../../../session/token.ts';
import { Ask } from '../../../ui/card-dialog.tsx';
import { figures } from '../../../ui/figures.ts';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { askToLogIn } from '../../core/asks-login/ask-to-log-in.ts';
import { GuestWaiting } from '../guest-comments/guest-waiting.tsx';
import { ReportDialog } from '../reports/report-dialog.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentThread } from './comment-thread.tsx';
import { type CommentDeps, commentTopic, formKey, type Target } from './deps.ts';
import { passageIn, quoteAt, readOpenReply, writeOpenReply } from './drafts.ts';
import { useEditing } from './edit-comment.tsx';
import { MoreComments } from './more.tsx';
import { offerQuote } from './quote-article.ts';
import type { Shown } from './saved-threads.ts';
import { CommentsClosed, CommentsHead } from './served-comments.tsx';
import { useComments } from './use-comments.ts';
import './comment-form.css';

type Props = {
  target: Target;
  deps: CommentDeps;
  first: Shown;
  /** The comment to scroll to. A new object, even of the same comment, scrolls again. */
  sought?: { id: number } | undefined;
  /** Called with the present count. */
  onCount?: (total: number) => void;
};

/** Interactive comments: form, list, live updates. */
export function Comments({ target, deps, first, sought, onCount }: Props) {
  const comments = useComments({ target, deps, first });
  const { discussion, sort, state, fresh } = comments;
  const { edit, instead } = useEditing({ target, deps, onEdited: comments.edited });
  const [pending, setPending] = useState<{ question: 'remove' | 'report'; comment: Comment }>();
  useEffect(() => onCount?.(discussion.total), [discussion.total, onCount]);
  const whole = useRef<HTMLDivElement>(null);
  const { replyTo, open, reply } = useReply(target, whole, deps.isClosed);
  useSought(sought, comments.fetchDiscussion);

  const showFresh = async () => {
    await comments.show('new');
    whole.current?.focus({ preventScroll: true }); // the focused button was removed
  };
  const acts = {
    like: comments.like,
    reply,
    edit,
    release: (comment: Comment) => void comments.release(comment).catch(() => {}), // reported already
    remove: (comment: Comment) => setPending({ question: 'remove', comment }),
    report: (comment: Comment) => (readToken() ? setPending({ question: 'report', comment }) : askToLogIn()),
  };
  const form = { target, deps, onPosted: comments.posted };
  const below = (comment: Comment) => (
    <Below comment={comment} form={comment.id === replyTo && { ...form, close: () => open(undefined) }} />
  );
  return (
    <div ref={whole} tabIndex={-1} aria-busy={state === 'loading'}>
      <CommentsHead total={discussion.total} sort={sort} onSort={(order) => void comments.show(order)} />
      {deps.isClosed ? <CommentsClosed /> : <CommentForm {...form} />}
      <Fresh count={fresh} show={showFresh} />
      {discussion.records.length > 0 ? (
        <ol className="comments-list">
          {discussion.records.map((thread) => (
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
      ) : deps.isClosed ? null : (
        <p className="comments-none dim">还没有评论，来写第一句。</p>
      )}
      <MoreComments next={discussion.next} state={state} loadMore={() => void comments.loadMore()} />
      {pending && (
        <Questions
          {...pending}
          remove={comments.remove}
          report={(comment, reason) => deps.calls.comments.report({ body: { id: comment.id, reason } })}
          close={() => setPending(undefined)}
        />
      )}
    </div>
  );
}

type BelowProps = { comment: Comment; form: false | React.ComponentProps<typeof CommentForm> };

/** Form of a reply, and what a guest is told of a comment that waits for review. */
function Below({ comment, form }: BelowProps) {
  const isWaiting = comment.held && comment.mayDelete && comment.author.badge === 'guest' && !readToken();
  return (
    <>
      {isWaiting && <GuestWaiting />}
      {form && <CommentForm {...form} key={comment.id} replyTo={comment} />}
    </>
  );
}

function Fresh({ count, show }: { count: number; show: () => void }) {
  return (
    <div role="status">
      {count > 0 && (
        <button type="button" className="comments-fresh accent" onClick={show}>
          {figures(count)} 条新评论
        </button>
      )}
    </div>
  );
}

type QuestionsProps = {
  question: 'remove' | 'report';
  comment: Comment;
  remove: (comment: Comment) => Promise<unknown>;
  report: (comment: Comment, reason: string) => Promise<unknown>;
  close: () => void;
};

/** Dialogs for removal and report. */
function Questions({ question, comment, remove, report, close }: QuestionsProps) {
  const { send } = useSending();
  const onRemove = async () => {
    if (await send(() => remove(comment))) toast('success', '评论已删除');
    close();
  };
  if (question === 'remove')
    return (
      <Ask
        question="删除这条评论？"
        about="删除后不能恢复。有人回复过的，会留下位置。"
        yes="删除"
        onYes={() => void onRemove()}
        close={close}
      />
    );
  return <ReportDialog title="举报这条评论" report={(reason) => report(comment, reason)} close={close} />;
}

/** The comment being replied to, opened by its button or by quoting a passage. */
function useReply(target: Target, list: RefObject<HTMLElement | null>, isClosed = false) {
  const [replyTo, setReplyTo] = useState(() => readOpenReply(commentTopic(target)));
  const open = (id: number | undefined) => {
    writeOpenReply(commentTopic(target), id);
    setReplyTo(id);
  };
  const quote = (passage: string, id: number) => {
    quoteAt(formKey(target, id), passage);
    open(id);
  };
  const latest = useRef(quote);
  latest.current = quote;
  useEffect(() => {
    if (!list.current || isClosed) return;
    const ending = new AbortController();
    offerQuote({
      root: list.current,
      within: '.comment-text',
      signal: ending.signal,
      quote: (passage, element) => latest.current(passage, commentOf(element)),
    });
    return () => ending.abort();
  }, [list, isClosed]);

  const reply = ({ id }: Comment) => {
    const selected = list.current && passageIn(list.current, '.comment-text');
    if (selected && commentOf(selected.element) === id) quote(selected.passage, id);
    else open(id === replyTo ? undefined : id);
  };
  return { replyTo, open, reply };
}

function commentOf(element: Element) {
  return Number(element.closest('.comment')?.id.replace('comment-', ''));
}

/** Scrolls to a comment; one that is not loaded is fetched by `fetchDiscussion`. */
function useSought(sought: { id: number } | undefined, fetchDiscussion: (id: number) => Promise<() => void>) {
  // a reader whose comment failed to load may follow the link again
  const show = useEffectEvent((id: number) => seek(id, fetchDiscussion).catch(() => {}));
  useEffect(() => {
    if (sought) void show(sought.id);
  }, [sought]);
}

async function seek(id: number, fetchDiscussion: (id: number) => Promise<() => void>) {
  if (showComment(id)) return;
  const change = await fetchDiscussion(id);
  flushSync(change);
  if (!showComment(id)) toast('warning', '这条评论已经不在了');
}

/** Comment id of a hash such as `#comment-12`. */
export function soughtIn(hash: string) {
  const id = /^#comment-(\d{1,10})$/.exec(hash)?.[1];
  return id === undefined ? undefined : { id: Number(id) };
}

/** Milliseconds. */
const markMillis = 5000;

/** Scrolls to a comment, highlights it for a while and focuses it. False if it is not on the page. */
function showComment(id: number) {
  const comment = document.getElementById(`comment-${id}`);
  if (!comment) return false;
  comment.classList.add('comment-sought');
  setTimeout(() => comment.classList.remove('comment-sought'), markMillis);
  comment.scrollIntoView({ block: 'center', behavior: 'instant' });
  comment.focus({ preventScroll: true });
  return true;
}
