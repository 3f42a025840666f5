import type { Failure } from '@mojian/contract/platform/failures';
import { useId } from 'react';

/** Characters. Source: packages/contract/src/members/members.ts. */
const longestIntro = 200;

type IntroProps = {
  value: string;
  onChange: (text: string) => void;
  refusal: Failure | undefined;
  placeholder?: string;
};

export function IntroField({ value, onChange, refusal, placeholder = '写给来看你的人' }: IntroProps) {
  const id = useId();
  const length = value.trim().length;
  const wrong = refusal?.faults.find(({ field }) => field === 'intro');
  return (
    <div className="field">
      <span>
        <label htmlFor={id}>简介</label>
        <span className={length > longestIntro ? 'error' : 'dim'}>{`${length} / ${longestIntro}`}</span>
      </span>
      <textarea
        className="input"
        id={id}
        name="intro"
        rows={3}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-invalid={wrong !== undefined || length > longestIntro}
        aria-describedby={`${id}-below`}
        placeholder={placeholder}
      />
      <div id={`${id}-below`}>{wrong && <p className="error">{wrong.text}</p>}</div>
    </div>
  );
}
