import type { Failure } from '@mojian/contract/platform/failures';
import { useId } from 'react';
import { Field } from '../../../ui/field.tsx';

/** Characters. Source: packages/contract/src/members/members.ts. */
const longestIntro = 200;

export type Draft = { nickname: string; intro: string; website: string; place: string };

type Props = { draft: Draft; change: (part: Partial<Draft>) => void; refusal: Failure | undefined };

export function ProfileFields({ draft, change, refusal }: Props) {
  return (
    <>
      <Field
        name="nickname"
        label="昵称"
        value={draft.nickname}
        onChange={(nickname) => change({ nickname })}
        refusal={refusal}
        autoComplete="nickname"
      />
      <IntroField value={draft.intro} onChange={(intro) => change({ intro })} refusal={refusal} />
      <Field
        name="website"
        label="网站"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={draft.website}
        onChange={(website) => change({ website })}
        refusal={refusal}
        autoComplete="url"
      />
      <Field
        name="place"
        label="所在地"
        value={draft.place}
        onChange={(place) => change({ place })}
        refusal={refusal}
        autoComplete="address-level1"
      />
      {refusal && !(refusal.field && refusal.field in draft) && <p className="error">{refusal.message}</p>}
    </>
  );
}

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
