import type { Failure } from '@mojian/contract/platform/failures';
import { feedbackTypes, longestContent, longestTitle } from '@mojian/contract/platform/rules';
import { type FormEvent, useId, useState } from 'react';
import { Field } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { useFocusRefused } from '../../core/forms/use-focus-refused.ts';
import './feedback.css';

type Feedback = { type: 1 | 2; title: string; content: string };
type Props = { send: (feedback: Feedback) => Promise<unknown> };

const empty: Feedback = { type: feedbackTypes.wish, title: '', content: '' };
const kinds = [
  { type: feedbackTypes.wish, words: '建议', example: '想要的是什么，用来做什么' },
  { type: feedbackTypes.fault, words: '问题', example: '哪里不对，怎样可以重现' },
] as const;

/** Form for feedback to the owner. The text stays until it was accepted. */
export function FeedbackForm({ send: hand }: Props) {
  const [draft, setDraft] = useState(empty);
  const { isBusy, refusal, send } = useSending();
  const form = useFocusRefused(refusal);
  const change = (part: Partial<Feedback>) => setDraft((present) => ({ ...present, ...part }));
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await send(() => hand(draft)))) return;
    setDraft({ ...empty, type: draft.type });
    toast('success', '提交成功，谢谢你的反馈');
  };
  return (
    <section aria-labelledby="feedback">
      <div className="section-head">
        <h2 id="feedback">写给站长</h2>
      </div>
      <form className="feedback stack gap-3" ref={form} onSubmit={onSubmit} noValidate>
        <fieldset className="switch" aria-label="种类">
          {kinds.map(({ type, words }) => (
            <button key={type} type="button" aria-pressed={draft.type === type} onClick={() => change({ type })}>
              {words}
            </button>
          ))}
        </fieldset>
        <Field
          name="title"
          label="标题"
          value={draft.title}
          onChange={(title) => change({ title })}
          refusal={refusal}
          readOnly={isBusy}
          maxLength={longestTitle}
          placeholder="一句话说明是什么事"
          autoComplete="off"
        />
        <Content
          text={draft.content}
          change={(content) => change({ content })}
          refusal={refusal}
          isBusy={isBusy}
          example={kinds.find(({ type }) => type === draft.type)?.example}
        />
        <p className="card-dialog-actions row justify-end gap-3">
          {refusal && !refusal.field && (
            <span className="error" role="alert">
              {refusal.message}
            </span>
          )}
          <button className="btn" type="submit" aria-disabled={isBusy}>
            {isBusy ? '正在提交……' : '提交'}
          </button>
        </p>
      </form>
    </section>
  );
}

type ContentProps = {
  text: string;
  change: (text: string) => void;
  refusal: Failure | undefined;
  isBusy: boolean;
  example: string | undefined;
};

function Content({ text, change, refusal, isBusy, example }: ContentProps) {
  const id = useId();
  const wrong = refusal?.faults.find(({ field }) => field === 'content');
  return (
    <div className="field">
      <span>
        <label htmlFor={id}>内容</label>
        <span className="num dim">{`${text.length} / ${longestContent}`}</span>
      </span>
      <textarea
        className="input"
        id={id}
        value={text}
        readOnly={isBusy}
        onChange={({ target }) => change(target.value)}
        maxLength={longestContent}
        placeholder={example}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-below`}
      />
      <div id={`${id}-below`}>{wrong && <p className="error">{wrong.text}</p>}</div>
    </div>
  );
}
