import { isBlank } from '@mojian/contract/blank';
import { Failure } from '@mojian/contract/failures';
import type { LinkApplication } from '@mojian/contract/links';
import { type FormEvent, useState } from 'react';
import { Face } from '../../ui/face.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { useSending } from '../../ui/use-sending.ts';
import { useFocusRefused } from '../forms/use-focus-refused.ts';

export type Apply = (application: LinkApplication) => Promise<unknown>;

const empty: LinkApplication = { name: '', url: '', info: '', avatar: '', email: '' };
const fields = [
  { name: 'name', label: '网站名称', maxLength: 30, autoComplete: 'organization' },
  { name: 'url', label: '网址', type: 'url', placeholder: 'https://', autoComplete: 'url' },
  { name: 'info', label: '网站简介', maxLength: 100, placeholder: '一句话，二十个字以内最好', autoComplete: 'off' },
  { name: 'avatar', label: '头像地址', type: 'url', placeholder: 'https://', autoComplete: 'off' },
  { name: 'email', label: '邮箱', type: 'email', placeholder: '只用来回信', autoComplete: 'email' },
] as const;

/** An application for a friend link. What was typed stays until it has arrived. */
export function ApplyForm({ apply }: { apply: Apply }) {
  const [draft, setDraft] = useState(empty);
  const [missing, setMissing] = useState<Failure[]>([]);
  const { isBusy, refusal, send } = useSending();
  const form = useFocusRefused(missing.length > 0 ? missing : refusal);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const left = missingIn(draft);
    setMissing(left);
    if (left.length > 0 || !(await send(() => apply(draft)))) return;
    setDraft(empty);
    toast('success', '提交成功，请等待审核');
  };
  const write = (name: string, text: string) => {
    setDraft((present) => ({ ...present, [name]: text }));
    setMissing((present) => present.filter(({ field }) => field !== name));
  };
  return (
    <section className="apply" id="apply" aria-labelledby="apply-title">
      <h2 id="apply-title">申请友链</h2>
      <p>五样都要填。看过之后会写信告诉你，成与不成都回。</p>
      <form className="scripted" ref={form} onSubmit={onSubmit} noValidate>
        {fields.map((field) => (
          <Field
            key={field.name}
            {...field}
            value={draft[field.name]}
            onChange={(text) => write(field.name, text)}
            refusal={missing.find((one) => one.field === field.name) ?? refusal}
            aria-required
          />
        ))}
        <p className="apply-face">
          <Face name={isBlank(draft.name) ? '友' : draft.name.trim()} size="l" />
          头像取不到的时候，会用站名的第一个字代替。
        </p>
        {refusal && !refusal.field && (
          <p className="err" role="alert">
            {refusal.message}
          </p>
        )}
        <button className="btn seal-b wide" type="submit" aria-disabled={isBusy}>
          {isBusy ? '正在递……' : '提交申请'}
        </button>
      </form>
    </section>
  );
}

function missingIn(draft: LinkApplication) {
  return fields
    .filter(({ name }) => isBlank(draft[name]))
    .map(({ name, label }) => new Failure('invalid-input', `请输入${label}`, name));
}
