import type { ChatMessage } from '@mojian/contract/chat/messages';
import { longestChat } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { type Ref, type RefObject, useEffect, useId, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { MentionList, useMentions } from '../../../community/comments/mentions.tsx';
import { PutInButtons, putIn } from '../../../core/writing/insert-buttons.tsx';
import type { Chat, ChatDeps, ChatState } from '../chat.ts';
import type { ToWrite } from '../flow/row-acts.ts';
import { type Chosen, isTouch, useFieldKeys, useWriting } from './use-writing.ts';

/** Imperative handle of the composer. */
export type ComposerHandle = ToWrite & { addPictures: (files: Iterable<File>) => void };

type Props = {
  ref: Ref<ComposerHandle>;
  chat: Chat;
  drafts: ChatState['drafts'];
  room: { id: number; kind: 'group' | 'private' };
  reading: ChatDeps['reading'];
};

/** Characters left at which the count appears. */
const nearEnd = 200;

/** Composer of a room. Key it by the room's id: each has a draft of its own. */
export function Composer({ ref, chat, drafts, room, reading }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const writing = useWriting({ chat, drafts, roomId: room.id, field });
  const { setText, quote, setQuote, pictures, letters: characters, isEmpty, isOver, send } = writing;
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
          {characters > longestChat - nearEnd && `${characters} / ${longestChat}`}
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

/** Focuses the field when a room opens, but not on phones, where the keyboard would cover the messages. */
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

/** The pictures as they will be sent. */
function ChosenPictures({ chosen, remove }: { chosen: Chosen[]; remove: (one: Chosen) => void }) {
  if (chosen.length === 0) return null;
  return (
    <ul className="chosen-pictures" aria-label="要发的图片">
      {chosen.map((one, index) => (
        <li key={one.number}>
          <img className="photo" src={one.preview} alt={`第 ${index + 1} 张图`} />
          <button type="button" className="ib" aria-label={`移除第 ${index + 1} 张图`} onClick={() => remove(one)}>
            <Icon name="x" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Quoted message above the field, with a button that removes it. */
function QuoteBar({ quote, drop }: { quote: ChatMessage; drop: () => void }) {
  const text = quote.pieces.map((piece) => piece.text).join('') || (quote.picture ? '[图片]' : '');
  return (
    <div className="quote-bar">
      <p>
        <b>{quote.sender.nickname}</b>：{text}
      </p>
      <button type="button" className="ib" aria-label="取消引用" onClick={drop}>
        <Icon name="x" />
      </button>
    </div>
  );
}

type MessageFieldProps = {
  id: string;
  field: RefObject<HTMLTextAreaElement | null>;
  writing: ReturnType<typeof useWriting>;
  mentions: ReturnType<typeof useMentions>;
  isGroup: boolean;
};

function placeholderFor(pictures: number) {
  if (pictures > 0) return '给图片加一句说明，可以不填';
  return isTouch() ? '输入消息' : '输入消息，图片可以直接拖进来';
}

/** The field the words are written in, and the names that may follow an @ in it. */
function MessageField({ id, field, writing, mentions, isGroup }: MessageFieldProps) {
  const names = `${id}-names`;
  const keys = useFieldKeys({ field, writing, mentions });
  useGrowing(field, writing.text);
  const naming = isGroup && {
    'aria-autocomplete': 'list' as const,
    'aria-controls': names,
    'aria-activedescendant': mentions.chosen && `${names}-${mentions.chosen.id}`,
  };
  return (
    <>
      <textarea
        {...keys}
        {...naming}
        ref={field}
        value={writing.text}
        rows={1}
        aria-label="消息"
        placeholder={placeholderFor(writing.pictures.chosen.length)}
        autoComplete="off"
        enterKeyHint={isTouch() ? 'enter' : 'send'}
        aria-invalid={writing.isOver}
        aria-describedby={`${id}-letters`}
        onChange={({ target }) => {
          writing.setText(target.value);
          if (isGroup) mentions.look();
        }}
        onBlur={mentions.close}
      />
      <MentionList id={names} mentions={mentions} />
    </>
  );
}

/** Keeps the field as high as its words, as far as its style sheet lets it. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words decide the height
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = '0';
    area.style.height = `${area.scrollHeight}px`;
  }, [text, field]);
}
