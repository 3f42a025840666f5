import { type RefObject, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { EmojiPicker } from './emoji-picker.tsx';

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
  const [isPicking, setPicking] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const put = (sign: string) => {
    const area = field.current;
    if (!area) return;
    area.setRangeText(sign, area.selectionStart, area.selectionEnd, 'end');
    setText(area.value);
    area.focus();
  };
  return (
    <div className="bar">
      <div className="picking">
        <button
          type="button"
          className="ib"
          aria-label="表情"
          aria-expanded={isPicking}
          onClick={() => setPicking(!isPicking)}
        >
          <Icon name="smile" />
        </button>
        {isPicking && <EmojiPicker pick={put} close={() => setPicking(false)} />}
      </div>
      <button type="button" className="ib" aria-label="图片" onClick={() => files.current?.click()}>
        <Icon name="pic" />
      </button>
      <input
        ref={files}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={({ target }) => {
          onPictures([...(target.files ?? [])]);
          target.value = '';
        }}
      />
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
