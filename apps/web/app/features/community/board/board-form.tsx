import type { BoardMessage } from '@mojian/contract/community/board';
import { isFailure } from '@mojian/contract/platform/failures';
import { boardPause, longestBoardMessage } from '@mojian/contract/platform/rules';
import { type FormEvent, useId, useRef, useState } from 'react';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { checkText } from '../../core/composer/checks.ts';
import { EmojiButton, insertText } from '../../core/composer/controls.tsx';
import { useCountdown } from '../../core/forms/use-countdown.ts';

const rule = { noun: '留言', most: longestBoardMessage };

export type Post = (text: string) => Promise<BoardMessage | null>;
type Props = { post: Post; onPosted: (message: BoardMessage) => void };

/** Form for a board message with a countdown until the next may be sent. The text stays until it is sent. */
export function BoardForm({ post, onPosted }: Props) {
  const [text, setText] = useState('');
  const [until, setUntil] = useState(0);
  const left = useCountdown(until);
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, refusal, send, refuse } = useSending();

  const leave = async () => {
    const message = await post(text.trim());
    setText('');
    setUntil(Date.now() + boardPause * 1000);
    toast('success', message && !message.held ? '留言成功' : '留言成功，审核通过后显示');
    if (message) onPosted(message);
  };
  const write = (words: string) => {
    setText(words);
    refuse(undefined);
  };
  const rethrowAfterRetryDelay = (failure: unknown) => {
    if (isFailure(failure) && failure.retryAfter) setUntil(Date.now() + failure.retryAfter * 1000);
    throw failure;
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = checkText(text, rule);
    refuse(wrong);
    if (wrong) input.current?.focus();
    else if (left > 0) toast('warning', `${boardPause}秒后才能再次留言`);
    else void send(() => leave().catch(rethrowAfterRetryDelay));
  };
  return (
    <form className="board-form scripted row" onSubmit={onSubmit} noValidate>
      <EmojiButton pick={(written) => insertText(input.current, written, write)} />
      <Line
        ref={input}
        text={text}
        write={write}
        error={refusal && !refusal.retryAfter ? refusal.message : ''}
        isBusy={isBusy}
      />
      <button className="btn btn-seal" type="submit" aria-disabled={isBusy || left > 0}>
        {left > 0 ? `${left} 秒` : '发送'}
      </button>
    </form>
  );
}

type LineProps = {
  text: string;
  write: (text: string) => void;
  error: string;
  isBusy: boolean;
  ref: React.RefObject<HTMLInputElement | null>;
};

function Line({ text, write, error, isBusy, ref }: LineProps) {
  const id = useId();
  const length = [...text].length;
  return (
    <>
      <input
        className="grow"
        ref={ref}
        value={text}
        readOnly={isBusy}
        onChange={({ target }) => write(target.value)}
        aria-label="留言"
        placeholder="说点什么吧"
        autoComplete="off"
        enterKeyHint="send"
        aria-invalid={error !== ''}
        aria-describedby={id}
      />
      <span
        className={length > longestBoardMessage ? 'num board-form-over dim' : 'num dim'}
      >{`${length} / ${longestBoardMessage}`}</span>
      <p className="error" id={id} role="alert">
        {error}
      </p>
    </>
  );
}
