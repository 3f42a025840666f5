import { longestKeywords } from '@mojian/contract/platform/rules';
import { useLimited } from './limited.ts';
import { Setting } from './setting.tsx';
import type { FieldProps } from './settings-props.ts';

export function KeywordsField({ writing: { content, change, errors } }: FieldProps) {
  const limited = useLimited(content.keywords, (keywords) => change({ keywords }), longestKeywords);
  return (
    <Setting
      field="keywords"
      label="关键词"
      error={limited.error ?? errors.keywords}
      hint="给搜索引擎看的几个词，用逗号隔开；空着时用标签"
    >
      {(control) => <input {...control} value={limited.value} onChange={limited.onChange} autoComplete="off" />}
    </Setting>
  );
}
