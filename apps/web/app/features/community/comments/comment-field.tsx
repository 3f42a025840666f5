import { isFailure } from '@mojian/contract/platform/failures';
import { longestComment } from '@mojian/contract/platform/rules';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { MentionList, type useMentions } from './mentions.tsx';

type Props = {
  id: string;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (text: string) => void;
  mentions: ReturnType<typeof useMentions>;
  onKeyDown: (event: KeyboardEvent) => void;
  onPaste?: (event: ClipboardEvent) => void;
  /** Label and placeholder of the field. */
  label: string;
  placeholder: string;
  wrong: string | undefined;
};

/** The letter paper, and the names that may follow an @ on it. */
export function CommentField({ id, field, text, setText, mentions, label, wrong, ...others }: Props) {
  const names = `${id}-names`;
  return (
    <>
      <textarea
        {...others}
        ref={field}
        className="letter"
        value={text}
        onChange={({ target: { value } }) => {
          setText(value);
          mentions.look();
        }}
        onClick={mentions.look}
        onBlur={mentions.close}
        aria-label={label}
        autoComplete="off"
        aria-autocomplete="list"
        aria-controls={names}
        aria-activedescendant={mentions.chosen && `${names}-${mentions.chosen.id}`}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-wrong`}
      />
      <MentionList id={names} mentions={mentions} />
    </>
  );
}

/** Sends one comment at a time. What is wrong with it, or why it did not arrive, is said below it until the next try. */
export function useSend() {
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const send = async <Sent,>(text: string, isWaiting: boolean, post: () => Promise<Sent>) => {
    if (isBusy) return undefined;
    const refusal = refusalOf(text, isWaiting);
    setWrong(refusal);
    if (refusal) return undefined;
    setBusy(true);
    try {
      return await post();
    } catch (error) {
      setWrong(wordsFor(error));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, wrong, send };
}

function refusalOf(text: string, isWaiting: boolean) {
  if (text.trim() === '') return '评论不能为空';
  if (Array.from(text.trim()).length > longestComment) return `评论不能超过 ${longestComment} 个字`;
  return isWaiting ? '图片还在上传，请稍候' : undefined;
}

function wordsFor(error: unknown) {
  if (!isFailure(error) || error.id === 'unavailable') return '提交失败，内容还在，请重试';
  return error.message;
}
