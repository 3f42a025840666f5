import type { Comment, CommentThread } from '@mojian/contract/community/comments';
import { longestComment } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react';
import { readToken, useUser } from '../../../session/session.ts';
import { Face } from '../../../ui/face.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { StoredPhoto } from '../../../ui/shown-pictures.tsx';
import { toast } from '../../../ui/toast.ts';
import { type Coming, useUploads } from '../../core/uploads/use-uploads.ts';
import { PutInButtons } from '../../core/writing/insert-buttons.tsx';
import { askToLogIn } from '../../members/asks-login/ask-to-log-in.ts';
import { askToLogInFrom, takeUpAgain } from '../../members/asks-login/came-back.ts';
import { CommentField, useSend } from './comment-field.tsx';
import { type CommentDeps, placeOf, type Target } from './deps.ts';
import { type Draft, useDraft, useQuoted } from './drafts.ts';
import { useMentions } from './mentions.tsx';

type Props = {
  target: Target;
  deps: CommentDeps;
  onPosted: (comment: CommentThread) => void;
  /** The comment it answers. */
  replyTo?: Comment;
  close?: () => void;
};

/** Form of a comment. A visitor may write too, and is asked to log in when sending. */
export function CommentForm(props: Props) {
  const { replyTo, close } = props;
  const me = useUser();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, setText, pictures, mentions, sending, submit } = useComment(props, field);
  const to = replyTo?.author.nickname;
  const place = placeOf(props.target, replyTo?.id);
  useEffect(() => {
    if (!takeUpAgain(`comment ${place}`, field.current) && to !== undefined) focusAtEnd(field.current);
  }, [to, place]);
  // whoever quotes goes on behind the quotation
  useQuoted(place, () => focusAtEnd(field.current));

  const onKeyDown = (event: KeyboardEvent) => {
    if (mentions.onKeyDown(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event);
    if (event.key === 'Escape') close?.();
  };
  return (
    <form className={to === undefined ? 'replybox' : 'replybox reply'} onSubmit={submit} noValidate>
      <Face name={me?.nickname ?? '客'} picture={ownPicture(me?.avatar ?? '')} />
      <div className="sheet">
        <CommentField
          {...{ id, field, text, setText, mentions, onKeyDown }}
          label={to === undefined ? '写评论' : `回复 ${to}`}
          placeholder={to === undefined ? '写下你的评论，支持 Markdown' : `回复 @${to}`}
          onPaste={pictures.onPaste}
          wrong={sending.wrong}
        />
        <FormPictures {...pictures} />
        <FormBar
          {...{ field, setText, close }}
          onMention={mentions.look}
          onPictures={pictures.add}
          characters={Array.from(text.trim()).length}
          most={longestComment}
          isBusy={sending.isBusy}
        />
        <p id={`${id}-wrong`} className="err" role="alert">
          {sending.wrong}
        </p>
      </div>
    </form>
  );
}

function focusAtEnd(area: HTMLTextAreaElement | null) {
  area?.focus();
  area?.setSelectionRange(area.value.length, area.value.length);
}

/** The comment as it is being written, and the way to send it. */
function useComment(
  { target, deps: parts, onPosted, replyTo, close }: Props,
  field: React.RefObject<HTMLTextAreaElement | null>,
) {
  const place = placeOf(target, replyTo?.id);
  const { draft, setText, changePictures, sendKey, clear } = useDraft(place);
  const list = (prefix: string) => parts.reading.mentionable({ query: { ...target, prefix } });
  const mentions = useMentions({ field, setText, list });
  const pictures = usePictures({ saved: draft.pictures, change: changePictures, upload: parts.upload });
  const sending = useSend();
  const { text } = draft;

  const post = () => {
    const urls = pictures.kept.map(({ url }) => url);
    const reply = replyTo && { replyTo: replyTo.id };
    return parts.calls.post({ body: { ...target, text, pictures: urls, key: sendKey(), ...reply } });
  };
  const submit = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!readToken()) return askToLogInFrom(`comment ${place}`);
    const posted = await sending.send(text, pictures.left > 0, post);
    if (!posted) return field.current?.focus();
    clear();
    toast('success', posted.held ? '评论成功，审核通过后大家就能看到' : '评论成功');
    onPosted(posted);
    close?.();
  };
  return { text, setText, pictures, mentions, sending, submit };
}

type FormBarProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  setText: (text: string) => void;
  /** After an @ was put in: whose name may follow. */
  onMention: () => void;
  onPictures: (files: Iterable<File>) => void;
  characters: number;
  most: number;
  isBusy: boolean;
  close: (() => void) | undefined;
};

/** Toolbar below the field: insert buttons, length, send. */
function FormBar({ field, setText, onMention, onPictures, characters: letters, most, isBusy, close }: FormBarProps) {
  return (
    <div className="bar">
      <PutInButtons {...{ field, setText, onMention }} addPictures={onPictures} />
      <span className={letters > most ? 'push over' : 'push'}>
        {letters} / {most}
      </span>
      {close && (
        <button className="btn quiet sm" type="button" onClick={close}>
          取消
        </button>
      )}
      <button className="btn seal-b sm" type="submit" data-act="send" aria-disabled={isBusy}>
        {isBusy ? '正在发布…' : '发布'}
      </button>
    </div>
  );
}

type FormPicturesProps = Pick<ReturnType<typeof usePictures>, 'kept' | 'coming' | 'retry' | 'stop' | 'remove'>;

/** The pictures as they will stand under the comment, in their order; behind them those on their way. */
function FormPictures({ kept: saved, coming, retry, stop, remove }: FormPicturesProps) {
  if (saved.length + coming.length === 0) return null;
  return (
    <>
      <ul className="form-pics" aria-label="图片">
        {saved.map(({ url, width, height }, index) => (
          <li key={url}>
            <StoredPhoto url={url} width={width} height={height} alt={`第 ${index + 1} 张图`} />
            <Away label={`移除第 ${index + 1} 张图`} act={() => remove(url)} />
          </li>
        ))}
        {coming.map((one) => (
          <OnItsWay key={one.number} coming={one} retry={() => retry(one)} stop={() => stop(one)} />
        ))}
      </ul>
      <p className="err" role="alert">
        {coming.find(({ wrong }) => wrong !== undefined)?.wrong}
      </p>
    </>
  );
}

type OnItsWayProps = { coming: Coming; retry: () => void; stop: () => void };

function OnItsWay({ coming: { file, preview, share, wrong, mayRetry }, retry, stop }: OnItsWayProps) {
  return (
    <li className={wrong === undefined ? 'on-its-way' : 'on-its-way failed'}>
      <img className="photo" src={preview} alt={file.name} />
      {wrong === undefined && (
        <span className="how-far">
          <progress value={share} max={1} aria-label={`${file.name} 上传`} />
          {Math.round(share * 100)}%
        </span>
      )}
      {wrong !== undefined && mayRetry && (
        <button type="button" className="how-far" onClick={retry}>
          重试
        </button>
      )}
      {wrong !== undefined && !mayRetry && <span className="how-far">上传失败</span>}
      <Away label={`取消上传 ${file.name}`} act={stop} />
    </li>
  );
}

function Away({ label, act }: { label: string; act: () => void }) {
  return (
    <button type="button" className="ib" aria-label={label} onClick={act}>
      <Icon name="x" />
    </button>
  );
}

type PicturesOptions = {
  saved: Draft['pictures'];
  change: (change: (before: Draft['pictures']) => Draft['pictures']) => void;
  upload: CommentDeps['upload'];
};

/** Pictures of a comment being written. Only a member's are taken. */
function usePictures({ saved, change, upload }: PicturesOptions) {
  const uploads = useUploads({ saved, change, upload });
  const add = (files: Iterable<File>) => (readToken() ? uploads.add(files) : askToLogIn());
  return {
    kept: saved,
    coming: uploads.coming,
    /** Number of uploads under way. */
    left: uploads.coming.filter(({ wrong }) => wrong === undefined).length,
    add,
    retry: uploads.retry,
    stop: uploads.stop,
    remove: (url: string) => change((before) => before.filter((picture) => picture.url !== url)),
    onPaste: (event: ClipboardEvent) => {
      if (event.clipboardData.files.length === 0) return;
      event.preventDefault();
      add(event.clipboardData.files);
    },
  };
}
