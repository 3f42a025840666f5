import type { RefObject } from 'react';
import { PutInButtons } from '../../core/writing/put-in-buttons.tsx';

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
  return (
    <div className="bar">
      <PutInButtons {...{ field, setText, onMention }} addPictures={onPictures} />
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
