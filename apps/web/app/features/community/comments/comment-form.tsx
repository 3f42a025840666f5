import type { Comment, CommentThread } from '@mojian/contract/community/comments';
import { longestComment } from '@mojian/contract/platform/rules';
import type { Quote } from '@mojian/markdown/find-quote';
import { StoredPhoto } from '@mojian/ui/shown-pictures';
import { type ReactNode, useEffect, useId } from 'react';
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
import { useGuest } from '../guest-comments/use-guest.tsx';
import { type CommentDeps, formKey, type Target } from './deps.ts';
import { storedDraft, useQuoted } from './drafts.ts';

export const rule = { noun: '评论', most: longestComment };

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

/** Form of a comment. A visitor writes as a guest, or where there are none is asked to log in when sending. */
export function CommentForm({ target, deps, onPosted, replyTo, close, thought }: Props) {
  const me = useUser();
  const to = replyTo?.author.nickname;
  const place = thought?.place ?? formKey(target, replyTo?.id);
  const guests = useGuest(deps.calls, { isOff: thought !== undefined });
  const composer = useComposer({
    stored: storedDraft(place),
    rule,
    upload: deps.upload,
    guard: () => {
      if (readToken() || guests.form) return true;
      void guests.load().then((mayWrite) => mayWrite || askIn(place));
      return false;
    },
    guardPictures: () => askIn(place),
    check: guests.check,
    send: ({ text, pictures }, key) => {
      const body = { ...target, text, key: key(), ...(replyTo && { replyTo: replyTo.id }) };
      if (guests.form) return guests.send(body);
      const more = { pictures: pictures.map(({ url }) => url), ...(thought && { quote: thought.quote }) };
      return deps.calls.comments.post({ body: { ...body, ...more } });
    },
    onSent: (posted, { reset }) => {
      reset();
      if (!guests.form) toast('success', posted.held ? '评论成功，审核通过后大家就能看到' : '评论成功');
      flushSync(() => onPosted(posted));
      close?.();
      document.getElementById(`comment-${posted.id}`)?.scrollIntoView({ block: 'nearest' });
    },
  });
  const { field, setText, pictures, wrong } = composer;
  const mentions = useMentions({ field, setText, list: (prefix) => mentionable(deps, target, prefix) });
  usePlaced({ place, to, composer });
  const onMention = guests.form ? undefined : mentions.suggest;
  return (
    <FormSheet
      composer={composer}
      className={to === undefined ? 'comment-form' : 'comment-form comment-form-reply'}
      face={<Face name={me?.nickname ?? (guests.name || '客')} picture={ownPicture(me?.avatar ?? '')} />}
      {...wordsFor(to, thought !== undefined)}
      mentions={mentions}
      close={close}
      words={guests.form ? ['发布', '正在送出'] : ['发布', '正在发布…']}
      onFocus={readToken() ? undefined : () => void guests.load()}
      below={
        <>
          <FormPictures {...pictures} />
          {guests.fields({ wrong, isWriting: composer.draft.text !== '', onChange: composer.clearRefusal })}
        </>
      }
      insert={<InsertButtons field={field} setText={setText} addPictures={pictures.add} onMention={onMention} />}
      after={guests.choices()}
    />
  );
}

/** Asks a visitor to log in, who comes back to this form; returns whether they are. */
function askIn(place: string) {
  if (!readToken()) askToLogInFrom(`comment ${place}`);
  return readToken() !== undefined;
}

type PlacedOptions = {
  place: string;
  to: string | undefined;
  composer: Pick<ReturnType<typeof useComposer>, 'field' | 'reload'>;
};

/** Focuses the form of a reply, and one whose writer has logged in; a quotation moves the caret behind it. */
function usePlaced({ place, to, composer: { field, reload } }: PlacedOptions) {
  useEffect(() => {
    if (!takeUpAgain(`comment ${place}`, field.current) && to !== undefined) focusAtEnd(field.current);
  }, [to, place, field]);
  useQuoted(place, () => {
    reload();
    // once the quotation is rendered
    requestAnimationFrame(() => focusAtEnd(field.current));
  });
}

/** Name and placeholder of the field. */
function wordsFor(to: string | undefined, isThought: boolean) {
  if (to !== undefined) return { label: `回复 ${to}`, placeholder: `回复 @${to}` };
  if (isThought) return { label: '写想法', placeholder: '写下你的想法' };
  return { label: '写评论', placeholder: '写下你的评论，支持 Markdown' };
}

export function mentionable({ reading }: CommentDeps, target: Target, prefix: string) {
  return reading.mentionable({ query: { ...target, prefix } });
}

export function focusAtEnd(area: HTMLTextAreaElement | null) {
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
  /** Content below the sheet. */
  after?: ReactNode;
  onFocus?: (() => void) | undefined;
};

/** Fields besides the text that a refusal may be about. */
const elsewhere = ['pictures', 'name', 'email', 'website'];

/** Layout shared by the forms for writing and editing a comment. */
export function FormSheet(props: FormSheetProps) {
  const { composer, className, words, face, below, insert, after, onFocus, close, mentions, ...others } = props;
  const { draft, wrong, isBusy, dropping, pictures, submit } = composer;
  const id = useId();
  return (
    <form className={className} onFocus={onFocus} {...composer.form} {...(insert !== undefined && dropping.on)}>
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
          isWrong={wrong !== undefined && !elsewhere.includes(fieldOf(wrong))}
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
      {after}
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
