import { Icon } from '@mojian/ui/icon';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { lengthOf } from './checks.ts';
import type { Coming } from './pictures.ts';
import './emoji.css';

type InsertButtonsProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  setText: (text: string) => void;
  addPictures: (files: Iterable<File>) => void;
  /** Called after the button inserted an @; without it there is no such button. */
  onMention?: (() => void) | undefined;
};

/** Buttons that insert pictures, emoji and mentions. */
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

/** Opens and closes the table of emoji. */
export function EmojiButton({ pick }: { pick: (sign: string) => void }) {
  const [isPicking, setPicking] = useState(false);
  return (
    <div className="emoji-picking">
      <button
        type="button"
        className="icon-button"
        aria-label="表情"
        aria-expanded={isPicking}
        onClick={() => setPicking(!isPicking)}
      >
        <Icon name="smile" />
      </button>
      {isPicking && <EmojiPicker pick={pick} close={() => setPicking(false)} />}
    </div>
  );
}

type EmojiPickerProps = {
  /** Inserts an emoji. A choice by keyboard closes the table, one by pointer keeps it open for more. */
  pick: (sign: string) => void;
  close: () => void;
};

const perRow = 8;
const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perRow, ArrowUp: -perRow };

/** Table of emoji with roving focus; Escape or a press outside closes it. */
function EmojiPicker({ pick, close }: EmojiPickerProps) {
  const table = useRef<HTMLDivElement>(null);
  const latestClose = useRef(close);
  latestClose.current = close;
  useEffect(() => {
    const focusedBefore = document.activeElement as HTMLElement | null;
    table.current?.querySelector('button')?.focus();
    const onPress = ({ target }: Event) =>
      !table.current?.parentElement?.contains(target as Node) && latestClose.current();
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      if (table.current?.contains(document.activeElement)) focusedBefore?.focus();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const signs = [...(table.current?.querySelectorAll('button') ?? [])];
    const step = steps[event.key];
    if (event.key === 'Escape') close();
    else if (step === undefined) return;
    else signs[signs.indexOf(document.activeElement as HTMLButtonElement) + step]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset could not be laid out as a grid in every browser
    <div ref={table} className="emoji" role="group" aria-label="表情" onKeyDown={onKeyDown}>
      {emoji.map((sign, index) => (
        <button
          key={sign}
          type="button"
          tabIndex={index === 0 ? 0 : -1}
          onClick={({ detail }) => {
            pick(sign);
            if (detail === 0) close();
          }}
        >
          {sign}
        </button>
      ))}
    </div>
  );
}

/** Emoji drawn by the system's font; some carry a variation selector that asks for the coloured form. */
const emoji = `
  😀 😄 😂 🤣 😊 😍 🥰 😘 😎 🤔 😅 😭 😢 😤 😡 😱
  🥱 😴 🤗 🤭 🙄 😏 🥺 🤝 👍 👎 👏 🙏 💪 ✌️ 👌 👀
  💯 ❤️ 💔 🔥 ✨ 🎉 🎈 🎁 🌸 🌹 🌱 🍀 🍁 🌙 ☀️ ⭐
  🌈 ⛄ ☕ 🍵 🍜 🍻 🎂 📖 📌 💡 🐱 🐶 🐼
`
  .trim()
  .split(/\s+/);

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
export function insertText(area: HTMLTextAreaElement | null, words: string, setText: (text: string) => void) {
  if (!area) return;
  area.setRangeText(words, area.selectionStart, area.selectionEnd, 'end');
  setText(area.value);
  area.focus();
}
