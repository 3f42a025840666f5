import { longestName } from '@mojian/contract/platform/rules';
import { useState } from 'react';
import { whyNotFrom } from './hand-in/lacks.ts';
import { useLimited } from './limited.ts';
import { Setting, SettingGroup } from './setting.tsx';
import type { FieldProps } from './settings-props.ts';

const longestAddress = 500;

/** 原创 or 转载; of what is reprinted, where it came from and who wrote it. */
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
  const wrong = isTyping ? undefined : whyNotFrom(content.sourceUrl);
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
            onBlur={() => setTyping(false)}
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
