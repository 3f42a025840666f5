import { Icon } from '@mojian/ui/icon';
import type { RefObject } from 'react';
import { EmojiButton } from '../../writing/emoji-button.tsx';
import { putIn } from '../../writing/put-in.ts';
import { usePicking } from '../../writing/use-picking.tsx';

type Props = {
  field: RefObject<HTMLTextAreaElement | null>;
  setText: (text: string) => void;
  isGroup: boolean;
  /** After an @ was put in: whose name may follow. */
  onMention: () => void;
  addPictures: (files: Iterable<File>) => void;
};

/** What may be put in besides letters. */
export function ComposerBar({ field, setText, isGroup, onMention, addPictures }: Props) {
  const { pick, input } = usePicking(addPictures);
  const put = (sign: string) => putIn(field.current, sign, setText);
  return (
    <div className="bar">
      <EmojiButton pick={put} />
      <button type="button" className="ib" aria-label="图片" onClick={pick}>
        <Icon name="pic" />
      </button>
      {input}
      {isGroup && (
        <button
          type="button"
          className="ib"
          aria-label="提到谁"
          onClick={() => {
            put('@');
            onMention();
          }}
        >
          <Icon name="at" />
        </button>
      )}
    </div>
  );
}
