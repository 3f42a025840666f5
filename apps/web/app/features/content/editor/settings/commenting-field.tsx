import { useId } from 'react';
import { SettingGroup } from './setting.tsx';
import type { FieldProps } from './settings-props.ts';

const ways = [
  { value: 'open', words: '开放', line: '读者可以评论' },
  { value: 'closed', words: '关闭', line: '从前的评论还在，不能再写新的' },
  { value: 'hidden', words: '不显示', line: '文章下面没有评论；从前的都留着，改回来就又看得到' },
] as const;

/** Whether readers may comment on it. */
export function CommentingField({ writing: { content, change, errors } }: FieldProps) {
  const id = useId();
  const { commenting = 'open' } = content;
  return (
    <SettingGroup
      field="commenting"
      label="评论"
      error={errors.commenting}
      hint={ways.find(({ value }) => value === commenting)?.line}
    >
      <div className="rad">
        {ways.map(({ value, words }) => (
          <label key={value}>
            <input
              type="radio"
              name={id}
              checked={value === commenting}
              onChange={() => change({ commenting: value })}
            />
            {words}
          </label>
        ))}
      </div>
    </SettingGroup>
  );
}
