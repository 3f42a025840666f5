import { longestChat } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react';
import { useMentions } from '../../../community/comments/use-mentions.ts';
import { putIn } from '../../../core/writing/put-in.ts';
import { PutInButtons } from '../../../core/writing/put-in-buttons.tsx';
import type { Chat, ChatState } from '../chat.ts';
import type { ChatParts } from '../chat-parts.ts';
import type { ToWrite } from '../flow/flow-parts.ts';
import { ChosenPictures } from './chosen-pictures.tsx';
import { isTouch } from './is-touch.ts';
import { MessageField } from './message-field.tsx';
import { QuoteBar } from './quote-bar.tsx';
import { useWriting } from './use-writing.ts';

/** What the talk around it may ask of the composer. */
export type ComposerHandle = ToWrite & { addPictures: (files: Iterable<File>) => void };

type Props = {
  ref: Ref<ComposerHandle>;
  chat: Chat;
  drafts: ChatState['drafts'];
  room: { id: number; kind: 'group' | 'private' };
  reading: ChatParts['reading'];
};

/** How near to the longest the count of letters appears. */
const nearEnd = 200;

/** Where one writes. Give it the room's id as its key: each has a draft of its own. */
export function Composer({ ref, chat, drafts, room, reading }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const writing = useWriting({ chat, drafts, roomId: room.id, field });
  const { setText, quote, setQuote, pictures, letters, isEmpty, isOver, send } = writing;
  const isGroup = room.kind === 'group';
  const list = async (prefix: string) => (isGroup ? reading.chat.people({ query: { prefix } }) : []);
  const mentions = useMentions({ field, setText, list });
  useHandle(ref, field, writing);
  return (
    <form
      className="write"
      aria-label="写消息"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {quote && <QuoteBar quote={quote} drop={() => setQuote(undefined)} />}
      <ChosenPictures chosen={pictures.chosen} remove={pictures.remove} />
      <div className="bar">
        <PutInButtons
          {...{ field, setText }}
          addPictures={pictures.add}
          onMention={isGroup ? mentions.look : undefined}
        />
      </div>
      <MessageField {...{ id, field, writing, mentions, isGroup }} />
      <div className="end">
        <span id={`${id}-letters`} className={isOver ? 'letters over' : 'letters'}>
          {letters > longestChat - nearEnd && `${letters} / ${longestChat}`}
        </span>
        <span className="hint" aria-hidden="true">
          <kbd>Enter</kbd> 发送　<kbd>Ctrl Enter</kbd> 换行
        </span>
        {pictures.chosen.length > 0 && (
          <button className="btn quiet sm" type="button" onClick={pictures.clear}>
            取消
          </button>
        )}
        <button className="btn seal-b sm" type="submit" aria-disabled={isEmpty || isOver}>
          <Icon name="send" />
          发送
        </button>
      </div>
    </form>
  );
}

/** Who opens a room writes at once, but for phones, where the keyboard would cover what was said. */
function useHandle(
  ref: Props['ref'],
  field: React.RefObject<HTMLTextAreaElement | null>,
  { text, setText, setQuote, pictures }: ReturnType<typeof useWriting>,
) {
  useEffect(() => {
    if (!isTouch()) field.current?.focus({ preventScroll: true });
  }, [field]);
  useImperativeHandle(ref, () => ({
    quote: (message) => {
      setQuote(message);
      field.current?.focus();
    },
    call: ({ nickname }) => putIn(field.current, `@${nickname} `, setText),
    putBack: (words) => {
      setText(text.trim() ? `${text}\n${words}` : words);
      field.current?.focus();
    },
    addPictures: (files) => {
      pictures.add(files);
      field.current?.focus();
    },
  }));
}
