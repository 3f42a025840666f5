import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import type { Writing } from '../editor-parts.ts';
import { namesIn, suggestionsFor, withTags } from './tags.ts';

/** Tags as they are typed, pasted, chosen and taken away. */
export function useTags({ content: { tags }, change }: Pick<Writing, 'content' | 'change'>, known: string[]) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [at, setAt] = useState<number>();
  const [isOpen, setOpen] = useState(false);
  const fitting = suggestionsFor(typed, known, tags);
  const suggestions = isOpen ? fitting : [];
  const marked = at === undefined ? undefined : suggestions[at];

  const type = (text: string) => {
    setTyped(text);
    setAt(undefined);
    setOpen(true);
    setError(undefined);
  };
  const add = (names: string[]) => {
    const next = withTags(tags, names);
    if (next.tags.length > tags.length) change({ tags: next.tags });
    type(next.left);
    setError(next.error);
    setOpen(false);
  };
  const remove = (name: string) => {
    change({ tags: tags.filter((other) => other !== name) });
    setError(undefined);
  };
  const step = (by: 1 | -1) => {
    setOpen(true);
    const { length } = fitting;
    setAt(length === 0 ? undefined : ((at ?? (by > 0 ? -1 : 0)) + by + length) % length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const act = actOf(event.key, {
      typed,
      marked,
      add,
      remove,
      step,
      last: tags.at(-1),
      close: () => setOpen(false),
      isOpen,
    });
    if (!act) return;
    event.preventDefault();
    act();
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[,，、;；\n]/.test(text)) return;
    event.preventDefault();
    add(namesIn(typed + text));
  };
  /** Who leaves the field has named the tag; who was refused keeps the word. */
  const onBlur = () => {
    setOpen(false);
    if (typed.trim() !== '' && !error) add(namesIn(typed));
  };
  return { typed, type, error, suggestions, marked, add, remove, onKeyDown, onPaste, onBlur };
}

type Given = {
  typed: string;
  marked: string | undefined;
  last: string | undefined;
  isOpen: boolean;
  add: (names: string[]) => void;
  remove: (name: string) => void;
  step: (by: 1 | -1) => void;
  close: () => void;
};

/** What a key does here; undefined leaves it to the browser. */
function actOf(key: string, { typed, marked, last, isOpen, ...does }: Given): (() => void) | undefined {
  const names = marked === undefined ? namesIn(typed) : [marked];
  if (key === 'ArrowDown') return () => does.step(1);
  if (key === 'ArrowUp') return () => does.step(-1);
  if (key === 'Escape' && isOpen) return does.close;
  if (key === 'Backspace' && typed === '' && last !== undefined) return () => does.remove(last);
  if (/^(Enter|,|，|、)$/.test(key)) return () => names.length > 0 && does.add(names);
  return undefined;
}
