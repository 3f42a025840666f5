import { mostTags } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { type RefObject, useId, useRef } from 'react';
import { useLoaded } from '../../../../ui/use-loaded.ts';
import { SettingGroup } from './setting.tsx';
import type { SettingsProps } from './settings-props.ts';
import { useTags } from './use-tags.ts';

type Tags = ReturnType<typeof useTags>;

/** Up to three tags: Enter or a comma adds one, Backspace takes the last away. */
export function TagsField({ writing, parts }: Pick<SettingsProps, 'writing' | 'parts'>) {
  const { data = [] } = useLoaded('tags', () => parts.reading.tags.list());
  const tags = useTags(
    writing,
    data.map(({ name }) => name),
  );
  const input = useRef<HTMLInputElement>(null);
  return (
    <SettingGroup field="tags" label="标签，最多三个" error={tags.error ?? writing.errors.tags}>
      <div className="tag-box">
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
        <TagInput tags={tags} input={input} isFull={writing.content.tags.length >= mostTags} />
      </div>
    </SettingGroup>
  );
}

function TagInput({ tags, input, isFull }: { tags: Tags; input: RefObject<HTMLInputElement | null>; isFull: boolean }) {
  const id = useId();
  const { suggestions, marked } = tags;
  return (
    <span className="tag-new">
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
        placeholder={isFull ? '已有三个' : '添加标签'}
        value={tags.typed}
        onChange={({ target }) => tags.type(target.value)}
        onKeyDown={tags.onKeyDown}
        onPaste={tags.onPaste}
        onBlur={tags.onBlur}
      />
      <div id={id} className="tag-list float" role="listbox" aria-label="已有的标签" hidden={suggestions.length === 0}>
        {suggestions.map((name, index) => (
          <div
            key={name}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={name === marked}
            // before the field loses the focus
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
