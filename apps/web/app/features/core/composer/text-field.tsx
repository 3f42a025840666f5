import { type ComponentProps, type KeyboardEvent, type RefObject, useLayoutEffect } from 'react';
import type { useMentions } from './mentions.tsx';

type Props = Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & {
  id: string;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (text: string) => void;
  label: string;
  isWrong: boolean;
  /** While it is being sent: what is typed then would be lost when the field is emptied. */
  isBusy?: boolean;
  /** Names that may follow an @. Without it nobody can be mentioned here. */
  mentions?: ReturnType<typeof useMentions> | undefined;
};

/** Field that grows with its text. A `MentionList` of id `${id}-names` belongs behind one with mentions. */
export function TextField({ id, field, text, setText, label, isWrong, isBusy, mentions, ...others }: Props) {
  useGrowing(field, text);
  const naming = mentions && {
    'aria-autocomplete': 'list' as const,
    'aria-controls': `${id}-names`,
    'aria-activedescendant': mentions.chosen && `${id}-names-${mentions.chosen.id}`,
    onClick: mentions.suggest,
    onBlur: mentions.close,
  };
  return (
    <textarea
      {...naming}
      {...others}
      ref={field}
      value={text}
      readOnly={isBusy}
      onChange={({ target }) => {
        setText(target.value);
        mentions?.suggest();
      }}
      aria-label={label}
      autoComplete="off"
      aria-invalid={isWrong}
    />
  );
}

/** Fits the height to the text, within the limits of the style sheet, where the browser does not do so by itself. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the text
  useLayoutEffect(() => {
    const area = field.current;
    if (!area || CSS.supports('field-sizing', 'content')) return;
    const before = scrollY;
    area.style.height = '0';
    area.style.height = `${area.scrollHeight}px`;
    if (scrollY !== before) scrollTo({ top: before, behavior: 'instant' }); // a shorter page may have scrolled
  }, [text, field]);
}

type KeysOptions = {
  mentions?: ReturnType<typeof useMentions>;
  submit: (event: KeyboardEvent) => unknown;
  close?: (() => void) | undefined;
};

/** Keys of a field: those of the open list of names, Ctrl or Cmd Enter to send, Escape to close. None while composing. */
export function composerKeys({ mentions, submit, close }: KeysOptions) {
  return (event: KeyboardEvent) => {
    if (mentions?.onKeyDown(event) || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event);
    if (event.key === 'Escape') close?.();
  };
}
