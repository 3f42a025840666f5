import { advisedTags, longestName, mostTags } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { useLoaded } from '../../../../ui/loading.ts';
import type { Writing } from '../context.ts';
import { tooManyTags } from '../submit/submit-rules.ts';
import { SettingGroup, type SettingsProps } from './setting.tsx';

type Tags = ReturnType<typeof useTags>;

/** Tag input: Enter or a comma adds a tag, Backspace removes the last. */
export function TagsField({ writing, deps }: Pick<SettingsProps, 'writing' | 'deps'>) {
  const { data = [] } = useLoaded('tags', () => deps.reading.tags.list());
  const tags = useTags(
    writing,
    data.map(({ name }) => name),
  );
  const input = useRef<HTMLInputElement>(null);
  const { length } = writing.content.tags;
  return (
    <SettingGroup
      field="tags"
      label="标签"
      error={tags.error ?? writing.errors.tags}
      hint={length > advisedTags && tooManyTags(length)}
    >
      <div className="row row-wrap">
        {writing.content.tags.map((name) => (
          <button
            key={name}
            type="button"
            className="chip"
            aria-label={`移除标签 ${name}`}
            onClick={() => {
              tags.remove(name);
              input.current?.focus();
            }}
          >
            {name}
            <Icon name="x" />
          </button>
        ))}
        <TagInput tags={tags} input={input} isFull={length >= mostTags} />
      </div>
    </SettingGroup>
  );
}

function TagInput({ tags, input, isFull }: { tags: Tags; input: RefObject<HTMLInputElement | null>; isFull: boolean }) {
  const id = useId();
  const { suggestions, marked } = tags;
  return (
    <span className="settings-tag-new">
      <input
        ref={input}
        className="input"
        role="combobox"
        aria-label="添加标签"
        aria-expanded={suggestions.length > 0}
        aria-controls={id}
        aria-activedescendant={marked && `${id}-${suggestions.indexOf(marked)}`}
        aria-invalid={tags.error !== undefined}
        autoComplete="off"
        enterKeyHint="done"
        placeholder={isFull ? `已有 ${mostTags} 个` : '添加标签'}
        value={tags.typed}
        onChange={({ target }) => tags.type(target.value)}
        onKeyDown={tags.onKeyDown}
        onPaste={tags.onPaste}
        onBlur={tags.onBlur}
      />
      <div
        id={id}
        className="settings-tag-list float"
        role="listbox"
        aria-label="已有的标签"
        hidden={suggestions.length === 0}
      >
        {suggestions.map((name, index) => (
          <div
            key={name}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={name === marked}
            // before the field loses focus
            onMouseDown={(event) => {
              event.preventDefault();
              tags.add([name]);
            }}
          >
            {name}
          </div>
        ))}
      </div>
    </span>
  );
}

function useTags({ content: { tags }, change }: Pick<Writing, 'content' | 'change'>, known: string[]) {
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
    const next = addTags(tags, names);
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
    const act = keyAction(event.key, {
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
    add(splitTags(typed + text));
  };
  /** Adds the typed tag on blur; rejected text stays. */
  const onBlur = () => {
    setOpen(false);
    if (typed.trim() !== '' && !error) add(splitTags(typed));
  };
  return { typed, type, error, suggestions, marked, add, remove, onKeyDown, onPaste, onBlur };
}

type TagInputState = {
  typed: string;
  marked: string | undefined;
  last: string | undefined;
  isOpen: boolean;
  add: (names: string[]) => void;
  remove: (name: string) => void;
  step: (by: 1 | -1) => void;
  close: () => void;
};

/** Returns the action of a key, or undefined for the default. */
function keyAction(key: string, { typed, marked, last, isOpen, ...does }: TagInputState): (() => void) | undefined {
  const names = marked === undefined ? splitTags(typed) : [marked];
  if (key === 'ArrowDown') return () => does.step(1);
  if (key === 'ArrowUp') return () => does.step(-1);
  if (key === 'Escape' && isOpen) return does.close;
  if (key === 'Backspace' && typed === '' && last !== undefined) return () => does.remove(last);
  if (/^(Enter|,|，|、)$/.test(key)) return () => names.length > 0 && does.add(names);
  return undefined;
}

/** Splits text at ASCII and Chinese commas, 、, semicolons and line breaks. */
export function splitTags(text: string) {
  return text
    .split(/[,，、;；\r\n]/)
    .map((name) => name.replace(/\s+/g, ' ').trim().replace(/^#+/, ''))
    .filter(Boolean);
}

/** Adds new tags up to the limits and returns the error of the first rejected one. */
export function addTags(tags: string[], names: string[]) {
  const fresh = [...new Set(names)].filter((name) => !tags.includes(name));
  const tooLong = fresh.find((name) => name.length > longestName);
  const fitting = fresh.filter((name) => name.length <= longestName);
  const room = mostTags - tags.length;
  const error =
    fitting.length > room
      ? `标签最多 ${mostTags} 个，「${fitting[room]}」没有添加`
      : tooLong && `标签不能超过 ${longestName} 个字`;
  return { tags: [...tags, ...fitting.slice(0, room)], error, left: tooLong ?? fitting[room] ?? '' };
}

/** Suggests known tags: prefix matches first, then by use. */
export function suggestionsFor(typed: string, known: string[], chosen: string[], most = 6) {
  const sought = typed.trim().toLowerCase();
  const free = known.filter((name) => !chosen.includes(name) && name.toLowerCase().includes(sought));
  const begins = (name: string) => name.toLowerCase().startsWith(sought);
  return [...free.filter(begins), ...free.filter((name) => !begins(name))].slice(0, most);
}
