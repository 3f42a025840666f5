import type { LinkApplication } from '@mojian/contract/pages/links';
import { Failure } from '@mojian/contract/platform/failures';
import { isBlank } from '@mojian/contract/platform/rules';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Face } from '../../../ui/face.tsx';
import { Field } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { useFocusRefused } from '../../core/forms/use-focus-refused.ts';

export type Apply = (application: LinkApplication) => Promise<unknown>;

const empty: LinkApplication = { name: '', url: '', info: '', avatar: '', email: '' };
const fields = [
  { name: 'name', label: '网站名称', maxLength: 30, autoComplete: 'organization' },
  { name: 'url', label: '网址', type: 'url', placeholder: 'https://', autoComplete: 'url' },
  { name: 'info', label: '网站简介', maxLength: 100, placeholder: '一句话，二十个字以内最好', autoComplete: 'off' },
  { name: 'avatar', label: '头像地址', type: 'url', placeholder: 'https://，可以不填', autoComplete: 'off' },
  { name: 'email', label: '邮箱', type: 'email', placeholder: '只用来回信', autoComplete: 'email' },
] as const;

/** Application for a friend link. Fields keep their text until it was accepted. */
export function ApplyForm({ apply }: { apply: Apply }) {
  const [draft, setDraft] = useState(empty);
  const [missing, setMissing] = useState<Failure[]>([]);
  const [applied, setApplied] = useState<LinkApplication>();
  const { isBusy, refusal, send } = useSending();
  const form = useFocusRefused(missing.length > 0 ? missing : refusal);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const left = missingIn(draft);
    setMissing(left);
    if (left.length > 0 || !(await send(() => apply(draft)))) return;
    setDraft(empty);
    setApplied(draft);
    toast('success', '提交成功，请等待审核');
  };
  const write = (name: string, text: string) => {
    setDraft((present) => ({ ...present, [name]: text }));
    setMissing((present) => present.filter(({ field }) => field !== name));
  };
  return (
    <section className="apply" id="apply" aria-labelledby="apply-title">
      <h2 id="apply-title">申请友链</h2>
      {applied ? (
        <Applied application={applied} again={() => setApplied(undefined)} />
      ) : (
        <p>头像可以不填，别的都要填。看过之后会写信告诉你，成与不成都回。</p>
      )}
      <form className="scripted" ref={form} onSubmit={onSubmit} hidden={applied !== undefined} noValidate>
        {fields.map((field) => (
          <Field
            key={field.name}
            {...field}
            value={draft[field.name]}
            onChange={(text) => write(field.name, text)}
            refusal={missing.find((one) => one.field === field.name) ?? refusal}
            aria-required={field.name !== 'avatar'}
          />
        ))}
        <p className="apply-face">
          <Face name={isBlank(draft.name) ? '友' : draft.name.trim()} size="l" />
          没有头像或取不到的时候，用站名的第一个字代替。
        </p>
        {refusal && !refusal.field && (
          <p className="err" role="alert">
            {refusal.message}
          </p>
        )}
        <button className="btn seal-b wide" type="submit" aria-disabled={isBusy}>
          {isBusy ? '正在提交…' : '提交申请'}
        </button>
      </form>
    </section>
  );
}

/** Confirmation, which takes over the focus from the form. */
function Applied({ application: { name, email }, again }: { application: LinkApplication; again: () => void }) {
  const words = useRef<HTMLHeadingElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <div className="applied">
      <h3 ref={words} tabIndex={-1}>
        已经收到「{name.trim()}」的申请
      </h3>
      <p>站长看过之后，会把结果寄到 {email.trim()}。通过之前，这里还看不到它。</p>
      <button className="btn sm" type="button" onClick={again}>
        再申请一个
      </button>
    </div>
  );
}

function missingIn(draft: LinkApplication) {
  return fields
    .filter(({ name }) => name !== 'avatar' && isBlank(draft[name]))
    .map(({ name, label }) => new Failure('invalid-input', `请输入${label}`, name));
}
