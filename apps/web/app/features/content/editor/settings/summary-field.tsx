import { longestSummary } from '@mojian/contract/platform/rules';
import { useLimited } from './limited.ts';
import { Setting } from './setting.tsx';
import type { FieldProps } from './settings-props.ts';

/** The summary; while there is none, the one the site would make shows through. */
export function SummaryField({ writing, made }: FieldProps & { made: string }) {
  const { content, change, errors } = writing;
  const limited = useLimited(content.summary, (summary) => change({ summary }), longestSummary);
  return (
    <Setting
      field="summary"
      label="摘要"
      beside={<Count of={limited.count} isOver={limited.error !== undefined} />}
      error={limited.error ?? errors.summary}
      hint={content.summary === '' && '空着时，取读者都能看到的开头'}
    >
      {(control) => (
        <textarea
          {...control}
          rows={4}
          value={limited.value}
          onChange={limited.onChange}
          placeholder={made || '写一点正文，这里会有一段摘要'}
        />
      )}
    </Setting>
  );
}

export function Count({ of, isOver }: { of: string; isOver: boolean }) {
  return <span className={isOver ? 'n over' : 'n'}>{of}</span>;
}
