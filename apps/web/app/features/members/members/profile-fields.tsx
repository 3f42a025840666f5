import type { Failure } from '@mojian/contract/platform/failures';
import { Field } from '../../../ui/field.tsx';
import { IntroField } from '../../core/forms/intro-field.tsx';

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
