import type { RefObject } from 'react';
import { MentionList } from '../../../community/comments/mention-list.tsx';
import type { useMentions } from '../../../community/comments/use-mentions.ts';
import { isTouch } from './is-touch.ts';
import { useFieldKeys } from './use-field-keys.ts';
import { useGrowing } from './use-growing.ts';
import type { useWriting } from './use-writing.ts';

type Props = {
  id: string;
  field: RefObject<HTMLTextAreaElement | null>;
  writing: ReturnType<typeof useWriting>;
  mentions: ReturnType<typeof useMentions>;
  /** Where names may follow an @. */
  isGroup: boolean;
};

function placeholderFor(pictures: number) {
  if (pictures > 0) return '给图片加一句说明，可以不填';
  return isTouch() ? '输入消息' : '输入消息，图片可以直接拖进来';
}

/** The field the words are written in, and the names that may follow an @ in it. */
export function MessageField({ id, field, writing, mentions, isGroup }: Props) {
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
