import { Icon } from '@mojian/ui/icon';
import { type RefObject, useId } from 'react';

type Props = {
  field?: RefObject<HTMLInputElement | null>;
  words: string;
  text: string;
  setText: (text: string) => void;
  /** Escape in the empty field. */
  close?: () => void;
  /** The arrow down: into what was found. */
  goDown?: () => void;
};

/** Where one writes what to look for. Escape empties it. */
export function FindField({ field, words, text, setText, close, goDown }: Props) {
  const id = useId();
  return (
    <div className="find-field">
      <Icon name="search" />
      <label className="vh" htmlFor={id}>
        {words}
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        placeholder={words}
        value={text}
        maxLength={50}
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            goDown?.();
          }
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          if (text) setText('');
          else close?.();
        }}
      />
      {text && (
        <button type="button" className="ib" aria-label="清空" onClick={() => setText('')}>
          <Icon name="x" />
        </button>
      )}
    </div>
  );
}
