import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import { MentionList } from './mention-list.tsx';
import type { useMentions } from './use-mentions.ts';

type Props = {
  id: string;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (text: string) => void;
  mentions: ReturnType<typeof useMentions>;
  onKeyDown: (event: KeyboardEvent) => void;
  onPaste?: (event: ClipboardEvent) => void;
  /** What is written here, and what to say of it while it is empty. */
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
