import { Icon } from '@mojian/ui/icon';
import type { RefObject } from 'react';
import { EmojiButton } from './emoji-button.tsx';
import { putIn } from './put-in.ts';
import { usePicking } from './use-picking.tsx';

type Props = {
  field: RefObject<HTMLTextAreaElement | null>;
  setText: (text: string) => void;
  addPictures: (files: Iterable<File>) => void;
  /** After an @ was put in: whose name may follow. Without it nobody can be called here. */
  onMention?: (() => void) | undefined;
};

/** What may be put into a text besides letters. */
export function PutInButtons({ field, setText, addPictures, onMention }: Props) {
  const { pick, input } = usePicking(addPictures);
  const put = (sign: string) => putIn(field.current, sign, setText);
  const call = () => {
    put('@');
    onMention?.();
  };
  return (
    <>
      <EmojiButton pick={put} />
      <button type="button" className="ib" aria-label="图片" onClick={pick}>
        <Icon name="pic" />
      </button>
      {input}
      {onMention && (
        <button type="button" className="ib" aria-label="提到谁" onClick={call}>
          <Icon name="at" />
        </button>
      )}
    </>
  );
}
