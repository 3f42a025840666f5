import type { Failure } from '@mojian/contract/platform/failures';
import { type InputHTMLAttributes, useId } from 'react';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> & {
  name: string;
  label: string;
  /** Not for uncontrolled fields, which keep what is typed before hydration. */
  onChange?: (text: string) => void;
  /** Shown below the field if it concerns this one. */
  refusal?: Failure | undefined;
  /** At the right end of the label. */
  beside?: React.ReactNode;
  /** Hint below the field, replaced by a refusal. */
  children?: React.ReactNode;
};

/** A labelled input with its error. */
export function Field({ name, label, onChange, refusal, beside, children, ...input }: Props) {
  const id = useId();
  const wrong = refusal?.faults.find(({ field }) => field === name);
  return (
    <div className="field">
      <span>
        <label htmlFor={id}>{label}</label>
        {beside}
      </span>
      <input
        {...input}
        className="input"
        id={id}
        name={name}
        onChange={onChange && (({ target }) => onChange(target.value))}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-below`}
      />
      <div id={`${id}-below`}>{wrong ? <p className="error">{wrong.text}</p> : children}</div>
    </div>
  );
}
