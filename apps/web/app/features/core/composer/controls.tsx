import { Icon } from '@mojian/ui/icon';
import { type RefObject, useRef, useState } from 'react';
import { loadPart } from '../../../ui/load-part.ts';
import { lengthOf } from './checks.ts';
import type { Coming } from './pictures.ts';
import type { StickerPanel } from './sticker-panel.tsx';

type InsertButtonsProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  setText: (text: string) => void;
  addPictures: (files: Iterable<File>) => void;
  /** Called after the button inserted an @; without it there is no such button. */
  onMention?: (() => void) | undefined;
};

/** Buttons that insert pictures, stickers, emoji and mentions. */
export function InsertButtons({ field, setText, addPictures, onMention }: InsertButtonsProps) {
  const { pick, input } = usePicking(addPictures);
  const put = (sign: string) => insertText(field.current, sign, setText);
  const call = () => {
    put('@');
    onMention?.();
  };
  return (
    <>
      <EmojiButton pick={put} />
      <button type="button" className="icon-button" aria-label="图片" data-add onClick={pick}>
        <Icon name="pic" />
      </button>
      {input}
      {onMention && (
        <button type="button" className="icon-button" aria-label="提到谁" onClick={call}>
          <Icon name="at" />
        </button>
      )}
    </>
  );
}

/** Length of a text beside its limit; marked once it is exceeded. */
export function LengthCounter({ text, most, id }: { text: string; most: number; id?: string }) {
  const length = lengthOf(text);
  return (
    <span id={id} className={length > most ? 'push composer-over' : 'push'}>
      {length} / {most}
    </span>
  );
}

type RemoveButtonProps = { label: string; remove: () => void; className?: string };

export function RemoveButton({ label, remove, className = 'icon-button' }: RemoveButtonProps) {
  return (
    <button type="button" className={className} aria-label={label} onClick={remove}>
      <Icon name="x" />
    </button>
  );
}

/** Retries a failed upload. Takes the focus when a form cannot be sent because of it. */
export function RetryButton({ retry, className }: { retry: () => void; className?: string }) {
  return (
    <button type="button" className={className} data-retry onClick={retry}>
      重试
    </button>
  );
}

export function UploadProgress({ coming: { file, share } }: { coming: Coming }) {
  return (
    <>
      <progress value={share} max={1} aria-label={`${file.name} 上传`} />
      {Math.round(share * 100)}%
    </>
  );
}

/** Opens and closes the panel of stickers and emoji, which loads when it is first wanted. */
export function EmojiButton({ pick }: { pick: (written: string) => void }) {
  const [panel, setPanel] = useState<{ Panel: typeof StickerPanel }>();
  const toggle = () =>
    panel
      ? setPanel(undefined)
      : loadPart(
          () => import('./sticker-panel.tsx'),
          ({ StickerPanel: Panel }) => setPanel({ Panel }),
        );
  return (
    <div className="sticker-panel-place">
      <button
        type="button"
        className="icon-button"
        aria-label="表情"
        aria-expanded={panel !== undefined}
        onClick={toggle}
      >
        <Icon name="smile" />
      </button>
      {panel && <panel.Panel pick={pick} close={() => setPanel(undefined)} />}
    </div>
  );
}

/** Opens the device's file picker by `pick`; `input` must be rendered for it. */
export function usePicking(take: (files: Iterable<File>) => void) {
  const field = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={field}
      type="file"
      accept="image/*"
      multiple
      hidden
      onChange={({ target }) => {
        take([...(target.files ?? [])]);
        target.value = ''; // allows choosing the same picture again
      }}
    />
  );
  return { pick: () => field.current?.click(), input };
}

/** Inserts text at the caret and moves the caret behind it. */
export function insertText(
  area: HTMLTextAreaElement | HTMLInputElement | null,
  words: string,
  setText: (text: string) => void,
) {
  if (!area) return;
  area.setRangeText(words, area.selectionStart ?? 0, area.selectionEnd ?? 0, 'end');
  setText(area.value);
  area.focus();
}
