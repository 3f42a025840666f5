import type { Comment, CommentThread } from '@mojian/contract/community/comments';
import { longestComment } from '@mojian/contract/platform/rules';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { readToken, useUser } from '../../../session.ts';
import { Face } from '../../../ui/face.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { toast } from '../../../ui/toast.ts';
import { askToLogInFrom, takeUpAgain } from '../../members/asks-login/came-back.ts';
import { CommentField } from './comment-field.tsx';
import { FormBar } from './form-bar.tsx';
import { FormPictures } from './form-pictures.tsx';
import { type CommentParts, placeOf, type Target } from './parts.ts';
import { useDraft } from './use-draft.ts';
import { useMentions } from './use-mentions.ts';
import { usePictures } from './use-pictures.ts';
import { useQuoted } from './use-quoted.ts';
import { useSend } from './use-send.ts';

type Props = {
  target: Target;
  parts: CommentParts;
  onPosted: (comment: CommentThread) => void;
  /** The comment it answers. */
  replyTo?: Comment;
  close?: () => void;
};

/** Where a comment is written. A visitor may write as well, and is asked to log in when it is to be sent. */
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
          letters={Array.from(text.trim()).length}
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
  { target, parts, onPosted, replyTo, close }: Props,
  field: React.RefObject<HTMLTextAreaElement | null>,
) {
  const place = placeOf(target, replyTo?.id);
  const { draft, setText, changePictures, sendKey, clear } = useDraft(place);
  const list = (prefix: string) => parts.reading.mentionable({ query: { ...target, prefix } });
  const mentions = useMentions({ field, setText, list });
  const pictures = usePictures({ kept: draft.pictures, change: changePictures, upload: parts.upload });
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
