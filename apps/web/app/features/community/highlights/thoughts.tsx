import type { Comment, CommentThread } from '@mojian/contract/community/comments';
import { Icon } from '@mojian/ui/icon';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { readToken } from '../../../session/token.ts';
import { writeStored } from '../../../storage/stored-json.ts';
import { AuthorName } from '../../../ui/author-name.tsx';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { Moment } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { RenderedAt } from '../../../ui/rendered-at.ts';
import { askToLogIn } from '../../core/asks-login/ask-to-log-in.ts';
import { CommentForm } from '../comments/comment-form.tsx';
import '../comments/comment-form.css';
import { type HighlightDeps, openKey, type Sentence } from './deps.ts';
import { useThoughts } from './use-thoughts.ts';
import './thoughts.css';

type Options = {
  deps: HighlightDeps;
  /** Puts the caret into the form. */
  isWriting: boolean;
  onPosted: () => void;
  onClosed: () => void;
};

/** Narrowest window that has room beside the text, and the panel with its distance from the text. */
const besideFrom = 1180;
const [width, gap] = [300, 40];

/** Opens the thoughts about a sentence: beside it where there is room, else as a sheet at the foot. */
export function openThoughts(text: HTMLElement, sentence: Sentence, options: Options) {
  const before = document.activeElement as HTMLElement | null;
  const place = document.createElement('div');
  place.className = 'thoughts';
  document.body.append(place);
  const root = createRoot(place);
  const ending = new AbortController();
  const put = () => putBeside(place, text);
  const close = () => {
    if (ending.signal.aborted) return;
    ending.abort();
    watcher.disconnect();
    writeStored('sessionStorage', openKey(options.deps.article.id), undefined);
    root.unmount();
    place.remove();
    options.onClosed();
    if (before?.isConnected) before.focus({ preventScroll: true });
  };
  put();
  const watcher = new IntersectionObserver(([entry]) =>
    place.classList.toggle('thoughts-seen', entry?.isIntersecting ?? false),
  );
  watcher.observe(place);
  addEventListener('resize', put, { signal: ending.signal });
  const onKey = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && close();
  place.addEventListener('keydown', onKey, { signal: ending.signal });
  const onPress = ({ target }: Event) => {
    if (target instanceof Element && !target.closest('.thoughts, dialog, .drawn-highlights-number')) close();
  };
  setTimeout(() => document.addEventListener('click', onPress, { signal: ending.signal }));
  root.render(
    <RenderedAt value={Date.now()}>
      <Thoughts {...options} sentence={sentence} close={close} />
    </RenderedAt>,
  );
  return { close };
}

function putBeside(place: HTMLElement, text: HTMLElement) {
  const { right } = text.getBoundingClientRect();
  const isBeside = innerWidth >= besideFrom && right + gap + width <= innerWidth;
  const line = text.querySelector('.drawn-highlights-chosen')?.getBoundingClientRect();
  place.classList.toggle('thoughts-sheet', !isBeside);
  place.style.left = isBeside ? `${scrollX + right + gap}px` : '';
  place.style.top = isBeside ? `${scrollY + (line?.top ?? 0)}px` : '';
}

type ThoughtsProps = Options & { sentence: Sentence; close: () => void };

function Thoughts({ sentence, deps, isWriting, onPosted, close }: ThoughtsProps) {
  const { article, comments } = deps;
  const { shown, hasMore, more, add, addReply, like } = useThoughts(deps, sentence.ids);
  const mayThink = article.commenting === 'open';
  const panel = usePanel(sentence, { isWriting, stored: mayThink ? openKey(article.id) : undefined });
  const counts = [
    sentence.thoughts > 0 && `${figures(sentence.thoughts)} 条`,
    sentence.people > 0 && `${figures(sentence.people)} 人划过`,
  ];
  return (
    <section aria-label="想法" role="dialog" tabIndex={-1} ref={panel} className="thoughts-panel">
      <div className="thoughts-head">
        <h2>想法</h2>
        <small>{counts.filter(Boolean).join(' · ')}</small>
        <button type="button" className="icon-button" aria-label="收起想法" onClick={close}>
          <Icon name="x" />
        </button>
      </div>
      <blockquote>{sentence.quote.words}</blockquote>
      {shown && shown.length > 0 && (
        <ol className="thoughts-list">
          {shown.map((thought) => (
            <Thought
              key={thought.id}
              thought={thought}
              like={() => void like(thought)}
              leave={close}
              form={
                mayThink && {
                  target: { articleId: article.id },
                  deps: comments,
                  onPosted: (posted) => addReply(thought.id, posted),
                }
              }
            />
          ))}
        </ol>
      )}
      {shown?.length === 0 && <p className="thoughts-none dim">还没有人在这里写过</p>}
      {hasMore && (
        <button type="button" className="thoughts-more dim" onClick={() => void more()}>
          再看 {figures(Math.max(1, sentence.thoughts - (shown?.length ?? 0)))} 条
        </button>
      )}
      {mayThink && (
        <CommentForm
          target={{ articleId: article.id }}
          deps={comments}
          thought={{ place: `article:${article.id} thought ${sentence.quote.position}`, quote: sentence.quote }}
          onPosted={(posted) => {
            add(posted);
            onPosted();
          }}
        />
      )}
    </section>
  );
}

/** Focuses the panel or its field, and stores what it is about: a login loads the page again. */
function usePanel(sentence: Sentence, { isWriting, stored }: { isWriting: boolean; stored: string | undefined }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const field = isWriting ? panel.current?.querySelector('textarea') : undefined;
    (field ?? panel.current)?.focus({ preventScroll: true });
  }, [isWriting]);
  useEffect(() => {
    if (stored) writeStored('sessionStorage', stored, sentence);
  }, [stored, sentence]);
  return panel;
}

type ThoughtProps = {
  thought: CommentThread;
  like: () => void;
  leave: () => void;
  /** Form of a reply; none where comments are closed. */
  form: false | Pick<React.ComponentProps<typeof CommentForm>, 'target' | 'deps' | 'onPosted'>;
};

/** A thought; its replies and the form of another open below it. */
function Thought({ thought, like, leave, form }: ThoughtProps) {
  const [isOpen, setOpen] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { likes, liked, held, replies } = thought;
  const press = () => {
    setOpen(!isOpen);
    setWriting(!isOpen);
  };
  const endWriting = () => {
    setWriting(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <li>
      <Words comment={thought}>
        {!held && (
          <button type="button" aria-pressed={liked} onClick={() => (readToken() ? like() : askToLogIn())}>
            赞{likes > 0 && ` ${figures(likes)}`}
          </button>
        )}
        {!held && (form || replies.total > 0) && (
          <button type="button" aria-expanded={isOpen} onClick={press} ref={button}>
            回复{replies.total > 0 && ` ${figures(replies.total)}`}
          </button>
        )}
      </Words>
      {isOpen && (
        <div className="thoughts-replies">
          {replies.first.length > 0 && (
            <ol>
              {replies.first.map((reply) => (
                <li key={reply.id}>
                  <Words comment={reply} />
                </li>
              ))}
            </ol>
          )}
          {replies.total > replies.first.length && (
            <a className="thoughts-more dim" href={`#comment-${thought.id}`} onClick={leave}>
              到评论里查看全部 {figures(replies.total)} 条
            </a>
          )}
          {form && isWriting && <CommentForm {...form} replyTo={thought} close={endWriting} />}
        </div>
      )}
    </li>
  );
}

/** Writer, text and time of a thought or a reply. */
function Words({ comment, children }: { comment: Comment; children?: ReactNode }) {
  const { author, html, createdAt, held } = comment;
  return (
    <>
      <Face name={author.nickname} picture={ownPicture(author.avatar)} />
      <div>
        <p className="thoughts-name">
          <AuthorName id={author.id} website={author.website}>
            {author.nickname}
          </AuthorName>
          {author.badge === 'author' && <span className="badge badge-celadon">作者</span>}
          {held && <span className="badge badge-seal">审核中</span>}
        </p>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by packages/markdown, which lets only safe elements through */}
        <div className="comment-text" dangerouslySetInnerHTML={{ __html: html }} />
        <p className="thoughts-foot dim">
          <Moment at={createdAt} />
          {children}
        </p>
      </div>
    </>
  );
}
