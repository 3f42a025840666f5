import type { Failure } from '@mojian/contract/platform/failures';
import { type InputHTMLAttributes, useId } from 'react';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> & {
  name: string;
  label: string;
  /** Not for a field whose form reads it when it is sent: what is typed there before the script has come is not lost. */
  onChange?: (text: string) => void;
  /** Shown below the field if it is this one that was refused. */
  refusal?: Failure | undefined;
  /** At the right end of the label: a count, a way out. */
  beside?: React.ReactNode;
  /** Stands below the field as long as nothing was refused. */
  children?: React.ReactNode;
};

/** A labelled line to write on, and what was wrong with what was written. */
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
      <div id={`${id}-below`}>{wrong ? <p className="err">{wrong.text}</p> : children}</div>
    </div>
  );
}
