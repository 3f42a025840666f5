import { completeAddress, longestKeywords, longestName, longestSummary } from '@mojian/contract/platform/rules';
import { useState } from 'react';
import { sourceUrlError } from '../submit/submit-rules.ts';
import { type FieldProps, Setting, SettingGroup, useLimited } from './setting.tsx';

/** Summary, with the generated one as placeholder. */
export function SummaryField({ writing, made }: FieldProps & { made: string }) {
  const { content, change, errors } = writing;
  const limited = useLimited(content.summary, (summary) => change({ summary }), longestSummary);
  return (
    <Setting
      field="summary"
      label="摘要"
      beside={<LengthCount of={limited.count} isOver={limited.error !== undefined} />}
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

export function LengthCount({ of, isOver }: { of: string; isOver: boolean }) {
  return <span className={isOver ? 'settings-count settings-over dim' : 'settings-count dim'}>{of}</span>;
}

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

const longestAddress = 500;

/** 原创 or 转载, with source and author of a reprint. */
export function SourceField({ writing }: FieldProps) {
  const { content, change, errors } = writing;
  return (
    <>
      <SettingGroup field="original" label="来源" error={errors.original}>
        <div className="switch">
          <Choice words="原创" isChosen={content.original} choose={() => change({ original: true })} />
          <Choice words="转载" isChosen={!content.original} choose={() => change({ original: false })} />
        </div>
      </SettingGroup>
      {!content.original && <Source writing={writing} />}
    </>
  );
}

function Source({ writing: { content, change, errors } }: FieldProps) {
  const [isTyping, setTyping] = useState(false);
  const wrong = isTyping ? undefined : sourceUrlError(content.sourceUrl);
  const address = useLimited(content.sourceUrl, (sourceUrl) => change({ sourceUrl }), longestAddress);
  const author = useLimited(content.sourceAuthor, (sourceAuthor) => change({ sourceAuthor }), longestName);
  return (
    <>
      <Setting field="sourceUrl" label="原文地址" error={address.error ?? wrong ?? errors.sourceUrl}>
        {(control) => (
          <input
            {...control}
            type="url"
            inputMode="url"
            placeholder="https://"
            value={address.value}
            onChange={address.onChange}
            onFocus={() => setTyping(true)}
            onBlur={() => {
              setTyping(false);
              change({ sourceUrl: completeAddress(content.sourceUrl.trim()) });
            }}
          />
        )}
      </Setting>
      <Setting field="sourceAuthor" label="原作者" error={author.error ?? errors.sourceAuthor}>
        {(control) => <input {...control} value={author.value} onChange={author.onChange} autoComplete="off" />}
      </Setting>
    </>
  );
}

function Choice({ words, isChosen, choose }: { words: string; isChosen: boolean; choose: () => void }) {
  return (
    <button type="button" aria-pressed={isChosen} onClick={choose}>
      {words}
    </button>
  );
}
