import type { Comment, CommentThread } from '@mojian/contract/community/comments';
import { longestComment } from '@mojian/contract/platform/rules';
import type { Quote } from '@mojian/markdown/find-quote';
import { StoredPhoto } from '@mojian/ui/shown-pictures';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useUser } from '../../../session/session.ts';
import { readToken } from '../../../session/token.ts';
import { Face } from '../../../ui/face.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { toast } from '../../../ui/toast.ts';
import { askToLogInFrom, takeUpAgain } from '../../core/asks-login/came-back.ts';
import { fieldOf } from '../../core/composer/checks.ts';
import {
  InsertButtons,
  LengthCounter,
  RemoveButton,
  RetryButton,
  UploadProgress,
} from '../../core/composer/controls.tsx';
import { MentionList, useMentions } from '../../core/composer/mentions.tsx';
import { type Coming, pasteInto } from '../../core/composer/pictures.ts';
import { composerKeys, TextField } from '../../core/composer/text-field.tsx';
import { useComposer } from '../../core/composer/use-composer.ts';
import { type CommentDeps, commentTopic, formKey, type Target } from './deps.ts';
import { storedDraft, useQuoted } from './drafts.ts';

const rule = { noun: '评论', most: longestComment };

type Props = {
  target: Target;
  deps: CommentDeps;
  onPosted: (comment: CommentThread) => void;
  /** The comment it answers. */
  replyTo?: Comment;
  close?: () => void;
  /** Sentence of the article that it is about, with the name of its draft. */
  thought?: { place: string; quote: Quote };
};

/** Form of a comment. A visitor may write too, and is asked to log in when sending. */
export function CommentForm({ target, deps, onPosted, replyTo, close, thought }: Props) {
  const me = useUser();
  const to = replyTo?.author.nickname;
  const place = thought?.place ?? formKey(target, replyTo?.id);
  const composer = useComposer({
    stored: storedDraft(place),
    rule,
    upload: deps.upload,
    guard: () => {
      if (!readToken()) askToLogInFrom(`comment ${place}`);
      return readToken() !== undefined;
    },
    send: ({ text, pictures }, key) => {
      const reply = { ...(replyTo && { replyTo: replyTo.id }), ...(thought && { quote: thought.quote }) };
      const body = { ...target, text, pictures: pictures.map(({ url }) => url), key: key(), ...reply };
      return deps.calls.post({ body });
    },
    onSent: (posted, { reset }) => {
      reset();
      toast('success', posted.held ? '评论成功，审核通过后大家就能看到' : '评论成功');
      flushSync(() => onPosted(posted));
      close?.();
      document.getElementById(`comment-${posted.id}`)?.scrollIntoView({ block: 'nearest' });
    },
  });
  const { field, setText, pictures } = composer;
  const mentions = useMentions({ field, setText, list: (prefix) => mentionable(deps, target, prefix) });
  useEffect(() => {
    if (!takeUpAgain(`comment ${place}`, field.current) && to !== undefined) focusAtEnd(field.current);
  }, [to, place, field]);
  // moves the caret behind a quotation once it is rendered
  useQuoted(place, () => {
    composer.reload();
    requestAnimationFrame(() => focusAtEnd(field.current));
  });
  return (
    <FormSheet
      composer={composer}
      className={to === undefined ? 'comment-form' : 'comment-form comment-form-reply'}
      face={<Face name={me?.nickname ?? '客'} picture={ownPicture(me?.avatar ?? '')} />}
      {...wordsFor(to, thought !== undefined)}
      mentions={mentions}
      close={close}
      words={['发布', '正在发布…']}
      below={<FormPictures {...pictures} />}
      insert={<InsertButtons field={field} setText={setText} addPictures={pictures.add} onMention={mentions.suggest} />}
    />
  );
}

/** Name and placeholder of the field. */
function wordsFor(to: string | undefined, isThought: boolean) {
  if (to !== undefined) return { label: `回复 ${to}`, placeholder: `回复 @${to}` };
  if (isThought) return { label: '写想法', placeholder: '写下你的想法' };
  return { label: '写评论', placeholder: '写下你的评论，支持 Markdown' };
}

function mentionable({ reading }: CommentDeps, target: Target, prefix: string) {
  return reading.mentionable({ query: { ...target, prefix } });
}

function focusAtEnd(area: HTMLTextAreaElement | null) {
  area?.focus();
  area?.setSelectionRange(area.value.length, area.value.length);
}

type FormSheetProps = {
  composer: Pick<
    ReturnType<typeof useComposer>,
    'draft' | 'setText' | 'field' | 'form' | 'submit' | 'wrong' | 'isBusy' | 'pictures' | 'dropping'
  >;
  className: string;
  label: string;
  placeholder: string;
  mentions: ReturnType<typeof useMentions>;
  close: (() => void) | undefined;
  /** Words of the send button, idle and busy. */
  words: [string, string];
  face?: ReactNode;
  /** Content below the text, and the buttons that insert; with these, pictures may be dropped and pasted. */
  below?: ReactNode;
  insert?: ReactNode;
};

/** Layout shared by the forms for writing and editing a comment. */
function FormSheet({ composer, className, words, face, below, insert, close, mentions, ...others }: FormSheetProps) {
  const { draft, wrong, isBusy, dropping, pictures, submit } = composer;
  const id = useId();
  return (
    <form className={className} {...composer.form} {...(insert !== undefined && dropping.on)}>
      {face}
      <div className={insert !== undefined && dropping.isOver ? 'sheet comment-drop-over' : 'sheet'}>
        <TextField
          {...others}
          id={id}
          mentions={mentions}
          onPaste={insert === undefined ? undefined : pasteInto(pictures.add)}
          field={composer.field}
          text={draft.text}
          setText={composer.setText}
          className="ruled-paper"
          isWrong={wrong !== undefined && fieldOf(wrong) !== 'pictures'}
          isBusy={isBusy}
          aria-describedby={`${id}-wrong`}
          onKeyDown={composerKeys({ mentions, submit, close })}
        />
        <MentionList id={`${id}-names`} mentions={mentions} />
        {below}
        <div className="comment-form-bar row row-wrap dim">
          {insert}
          <LengthCounter text={draft.text} most={longestComment} />
          {close && (
            <button className="btn quiet btn-sm" type="button" onClick={close}>
              取消
            </button>
          )}
          <button className="btn btn-seal btn-sm" type="submit" data-act="send" aria-disabled={isBusy}>
            {words[isBusy ? 1 : 0]}
          </button>
        </div>
        <p id={`${id}-wrong`} className="error" role="alert">
          {wrong?.message}
        </p>
      </div>
    </form>
  );
}

type FormPicturesProps = ReturnType<typeof useComposer>['pictures'];

/** Pictures of the comment in order, followed by those being uploaded. */
function FormPictures({ saved, coming, retry, stop, remove }: FormPicturesProps) {
  if (saved.length + coming.length === 0) return null;
  return (
    <>
      <ul className="comment-form-pictures row row-wrap" aria-label="图片">
        {saved.map(({ url, width, height }, index) => (
          <li key={url}>
            <StoredPhoto url={url} width={width} height={height} alt={`第 ${index + 1} 张图`} />
            <RemoveButton label={`移除第 ${index + 1} 张图`} remove={() => remove(url)} />
          </li>
        ))}
        {coming.map((one) => (
          <ComingPicture key={one.number} coming={one} retry={() => retry(one)} stop={() => stop(one)} />
        ))}
      </ul>
      <p className="error" role="alert">
        {coming.find(({ wrong }) => wrong !== undefined)?.wrong}
      </p>
    </>
  );
}

type ComingPictureProps = { coming: Coming; retry: () => void; stop: () => void };

function ComingPicture({ coming, retry, stop }: ComingPictureProps) {
  const { file, preview, wrong, mayRetry } = coming;
  return (
    <li className={wrong === undefined ? 'comment-form-sending' : 'comment-form-sending comment-form-failed'}>
      <img className="photo" src={preview} alt={file.name} />
      {wrong === undefined && (
        <span className="comment-form-progress sub">
          <UploadProgress coming={coming} />
        </span>
      )}
      {wrong !== undefined && mayRetry && <RetryButton className="comment-form-progress sub" retry={retry} />}
      {wrong !== undefined && !mayRetry && <span className="comment-form-progress sub">上传失败</span>}
      <RemoveButton label={`取消上传 ${file.name}`} remove={stop} />
    </li>
  );
}

type EditProps = {
  comment: Comment;
  target: Target;
  deps: CommentDeps;
  onEdited: (comment: Comment) => void;
  close: () => void;
};

/** State of the comment being edited, with its form. */
export function useEditing(options: Pick<EditProps, 'target' | 'deps' | 'onEdited'>) {
  const [editing, setEditing] = useState<number>();
  const close = (id: number) => {
    setEditing(undefined);
    document.getElementById(`comment-${id}`)?.focus({ preventScroll: true });
  };
  return {
    edit: ({ id }: Comment) => setEditing(id),
    instead: (comment: Comment) =>
      comment.id === editing && <EditForm {...options} comment={comment} close={() => close(comment.id)} />,
  };
}

/** Edits the text of a comment in place. */
function EditForm({ comment, target, deps, onEdited, close }: EditProps) {
  const composer = useComposer({
    stored: storedDraft(`${commentTopic(target)} edit ${comment.id}`, comment.text),
    rule,
    upload: deps.upload,
    send: async ({ text }) =>
      text.trim() === comment.text ? null : await deps.calls.edit({ body: { id: comment.id, text } }),
    onSent: (edited, { reset }) => {
      if (edited) toast('success', edited.held ? '已保存，审核通过后大家就能看到' : '已保存');
      if (edited) onEdited(edited);
      reset();
      close();
    },
  });
  const { field, setText } = composer;
  const mentions = useMentions({ field, setText, list: (prefix) => mentionable(deps, target, prefix) });
  useEffect(() => focusAtEnd(field.current), [field]);
  return (
    <FormSheet
      composer={composer}
      className="comment-form comment-form-editing"
      label="编辑评论"
      placeholder="评论不能为空"
      mentions={mentions}
      close={() => {
        composer.reset();
        close();
      }}
      words={['保存', '正在保存…']}
    />
  );
}
