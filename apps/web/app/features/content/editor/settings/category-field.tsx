import { longestName } from '@mojian/contract/platform/rules';
import { useState } from 'react';
import { useLoaded } from '../../../../ui/use-loaded.ts';
import { Setting } from './setting.tsx';
import type { SettingsProps } from './settings-props.ts';

const staff = ['owner', 'admin', 'editor'];
const isNew = '\n'; // no category is called so

/** One of the categories there are; who works on the site's texts may name another. */
export function CategoryField({ writing, parts }: Pick<SettingsProps, 'writing' | 'parts'>) {
  const { content, change, errors, me } = writing;
  const { data = [], failed, again } = useLoaded('categories', () => parts.reading.categories.list());
  const [isNaming, setNaming] = useState(false);
  const names = data.map(({ name }) => name);
  const choose = (value: string) => {
    setNaming(value === isNew);
    change({ category: value === isNew ? '' : value });
  };
  return (
    <Setting
      field="category"
      label="分类"
      beside={isNaming && <Quiet words="选择已有的" act={() => choose('')} />}
      error={errors.category}
      hint={failed && <Quiet words="分类加载失败，重试" act={again} />}
    >
      {(control) =>
        isNaming ? (
          <input
            {...control}
            // biome-ignore lint/a11y/noAutofocus: it takes the place of the list that had the focus
            autoFocus
            value={content.category}
            maxLength={longestName}
            placeholder="新分类的名字"
            onChange={({ target }) => change({ category: target.value })}
          />
        ) : (
          <select {...control} value={content.category} onChange={({ target }) => choose(target.value)}>
            <option value="">未分类</option>
            {[...new Set([...names, content.category])].filter(Boolean).map((name) => (
              <option key={name}>{name}</option>
            ))}
            {staff.includes(me.role) && <option value={isNew}>新建分类…</option>}
          </select>
        )
      }
    </Setting>
  );
}

export function Quiet({ words, act }: { words: string; act: () => void }) {
  return (
    <button type="button" className="quiet-link" onClick={act}>
      {words}
    </button>
  );
}
