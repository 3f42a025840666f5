import { Icon } from '@mojian/ui/icon';
import { type ComponentProps, type ReactNode, useId } from 'react';
import type { Errors } from './use-form.ts';
import './fields.css';

type Props = Omit<ComponentProps<'input'>, 'name'> & {
  name: string;
  label: string;
  icon: string;
  errors: Errors;
  /** A word below the field, also read out with it. */
  hint?: string | undefined;
  /** The id of something else that is said of it. */
  note?: string | undefined;
  /** A button at the end of the line. */
  children?: ReactNode;
};

/** A field on a line of its own: drawing, text, and what is wrong with it below. */
export function LineField({ name, label, icon, errors, hint, note, children, ...input }: Props) {
  const id = useId();
  const error = errors[name];
  const notes = [error && `${id}-error`, hint && `${id}-hint`, note].filter(Boolean).join(' ');
  return (
    <div>
      <div className={error ? 'ln bad' : 'ln'}>
        <Icon name={icon} />
        <label className="vh" htmlFor={id}>
          {label}
        </label>
        <input
          {...input}
          id={id}
          name={name}
          aria-invalid={error !== undefined}
          aria-describedby={notes || undefined}
          autoCapitalize="none"
          spellCheck={false}
        />
        {children}
      </div>
      {error && (
        <p className="err" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
