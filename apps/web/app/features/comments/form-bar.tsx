import { Icon } from '@mojian/ui/icon';
import type { RefObject } from 'react';
import { EmojiButton } from '../writing/emoji-button.tsx';
import { putIn } from '../writing/put-in.ts';
import { usePicking } from '../writing/use-picking.tsx';

type Props = {
  field: RefObject<HTMLTextAreaElement | null>;
  setText: (text: string) => void;
  /** After an @ was put in: whose name may follow. */
  onMention: () => void;
  onPictures: (files: Iterable<File>) => void;
  letters: number;
  most: number;
  isBusy: boolean;
  close: (() => void) | undefined;
};

/** What stands below a comment being written. */
export function FormBar({ field, setText, onMention, onPictures, letters, most, isBusy, close }: Props) {
  const { pick, input } = usePicking(onPictures);
  const put = (sign: string) => putIn(field.current, sign, setText);
  return (
    <div className="bar">
      <EmojiButton pick={put} />
      <button type="button" className="ib" aria-label="图片" onClick={pick}>
        <Icon name="pic" />
      </button>
      {input}
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
      <span className={letters > most ? 'push over' : 'push'}>
        {letters} / {most}
      </span>
      {close && (
        <button className="btn quiet sm" type="button" onClick={close}>
          取消
        </button>
      )}
      <button className="btn seal-b sm" type="submit" data-act="send" aria-disabled={isBusy}>
        {isBusy ? '正在发布…' : '发布'}
      </button>
    </div>
  );
}
