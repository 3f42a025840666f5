import type { ChatMessage } from '@mojian/contract/chat/messages';
import { longestChat } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react';
import { InsertButtons, insertText, RemoveButton } from '../../../core/composer/controls.tsx';
import { MentionList, useMentions } from '../../../core/composer/mentions.tsx';
import { type Chosen, pasteInto } from '../../../core/composer/pictures.ts';
import { TextField } from '../../../core/composer/text-field.tsx';
import type { Chat, ChatDeps, ChatState } from '../chat.ts';
import type { ToWrite } from '../flow/row-acts.ts';
import { chatKeys, isTouch, useWriting } from './use-writing.ts';

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
  const { text, setText, quote, setQuote, pictures, isOver, send } = writing;
  const isGroup = room.kind === 'group';
  const list = async (prefix: string) => (isGroup ? reading.chat.people({ query: { prefix } }) : []);
  const mentions = useMentions({ field, setText, list });
  useHandle(ref, field, writing);
  return (
    <form
      className="composer"
      aria-label="写消息"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {quote && <QuoteBar quote={quote} drop={() => setQuote(undefined)} />}
      <ChosenPictures chosen={pictures.chosen} remove={pictures.remove} />
      <div className="composer-bar">
        <InsertButtons
          field={field}
          setText={setText}
          addPictures={pictures.add}
          onMention={isGroup ? mentions.suggest : undefined}
        />
      </div>
      <TextField
        id={id}
        field={field}
        text={text}
        setText={setText}
        mentions={isGroup ? mentions : undefined}
        rows={1}
        label="消息"
        placeholder={placeholderFor(pictures.chosen.length)}
        enterKeyHint={isTouch() ? 'enter' : 'send'}
        isWrong={isOver}
        aria-describedby={`${id}-letters`}
        onKeyDown={chatKeys({ field, writing, mentions })}
        onPaste={pasteInto(pictures.add)}
      />
      <MentionList id={`${id}-names`} mentions={mentions} />
      <ComposerEnd id={`${id}-letters`} writing={writing} />
    </form>
  );
}

type ComposerEndProps = { id: string; writing: ReturnType<typeof useWriting> };

/** Character count with this `id`, keyboard hint and buttons below the field. */
function ComposerEnd({ id, writing: { pictures, characters, isEmpty, isOver } }: ComposerEndProps) {
  return (
    <div className="composer-end row justify-end gap-4 dim">
      <span id={id} className={isOver ? 'composer-count composer-over' : 'composer-count'}>
        {characters > longestChat - nearEnd && `${characters} / ${longestChat}`}
      </span>
      <span className="composer-hint" aria-hidden="true">
        <kbd>Enter</kbd> 发送　<kbd>Ctrl Enter</kbd> 换行
      </span>
      {pictures.chosen.length > 0 && (
        <button className="btn quiet btn-sm" type="button" onClick={pictures.clear}>
          取消
        </button>
      )}
      <button className="btn btn-seal btn-sm" type="submit" aria-disabled={isEmpty || isOver}>
        <Icon name="send" />
        发送
      </button>
    </div>
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
    call: ({ nickname }) => insertText(field.current, `@${nickname} `, setText),
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

type ChosenPicturesProps = { chosen: (Chosen & { isShrinking: boolean })[]; remove: (one: Chosen) => void };

/** Previews of the chosen pictures, in sending order, with a remove button each. */
function ChosenPictures({ chosen, remove }: ChosenPicturesProps) {
  if (chosen.length === 0) return null;
  return (
    <ul className="composer-pictures row items-stretch" aria-label="要发的图片">
      {chosen.map((one, index) => (
        <li key={one.number} aria-busy={one.isShrinking}>
          <img className="photo" src={one.preview} alt={`第 ${index + 1} 张图`} />
          <RemoveButton label={`移除第 ${index + 1} 张图`} remove={() => remove(one)} />
        </li>
      ))}
    </ul>
  );
}

/** Quoted message above the field, with a button that removes it. */
function QuoteBar({ quote, drop }: { quote: ChatMessage; drop: () => void }) {
  const text = quote.pieces.map((piece) => piece.text).join('') || (quote.picture ? '[图片]' : '');
  return (
    <div className="composer-quote row sub">
      <p className="truncate grow">
        <b>{quote.sender.nickname}</b>：{text}
      </p>
      <RemoveButton label="取消引用" remove={drop} />
    </div>
  );
}

function placeholderFor(pictures: number) {
  if (pictures > 0) return '给图片加一句说明，可以不填';
  return isTouch() ? '输入消息' : '输入消息，图片可以直接拖进来';
}
