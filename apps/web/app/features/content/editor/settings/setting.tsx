import { Icon } from '@mojian/ui/icon';
import { type ReactNode, useId, useState } from 'react';
import type { EditorDeps, EditorSite, Writing } from '../context.ts';
import type { Field, Settings } from './use-settings.ts';

type Control = { id: string; className: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

type Props = {
  field: Field;
  label: string;
  /** Shown at the right end of the label. */
  beside?: ReactNode;
  error?: string | undefined;
  /** Warning that does not prevent saving. */
  warning?: string;
  /** Hint below the control. */
  hint?: ReactNode;
  children: (control: Control) => ReactNode;
};

/** Labelled control with its error and hint. */
export function Setting({ field, label, beside, error, hint, children }: Props) {
  const id = useId();
  const said = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const control = {
    id,
    className: 'input',
    'aria-invalid': error !== undefined,
    'aria-describedby': said || undefined,
  };
  return (
    <div className="field" data-field={field}>
      <span className="settings-of split items-baseline gap-3">
        <label htmlFor={id}>{label}</label>
        {beside}
      </span>
      {children(control)}
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

export function SettingGroup({
  field,
  label,
  beside,
  error,
  warning,
  hint,
  children,
}: Omit<Props, 'children'> & { children: ReactNode }) {
  const id = useId();
  const said = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <fieldset className="field" data-field={field} aria-describedby={said || undefined}>
      <legend className="settings-of split items-baseline gap-3">
        <span>{label}</span>
        {beside}
      </legend>
      {children}
      {warning && (
        <p className="settings-warning type-note" role="status">
          <Icon name="warn" />
          <span>{warning}</span>
        </p>
      )}
      <FieldNotes id={id} error={error} hint={hint} />
    </fieldset>
  );
}

function FieldNotes({ id, error, hint }: { id: string; error: string | undefined; hint: ReactNode }) {
  return (
    <>
      {error && (
        <p className="error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p className="settings-hint type-note dim" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  );
}

export type SettingsProps = {
  writing: Writing;
  deps: EditorDeps;
  settings: Settings;
  site: EditorSite;
  /** Cancels the schedule and returns to a draft. */
  withdraw: () => Promise<unknown>;
};

/** Props of a single field. */
export type FieldProps = Pick<SettingsProps, 'writing'>;

/** Truncates without splitting a surrogate pair. */
export function truncate(text: string, most: number) {
  const start = text.slice(0, most);
  return start.isWellFormed() ? start : start.slice(0, -1);
}

/** Text field with a limit: excess text stays visible with an error, and the article gets what fits. */
export function useLimited(value: string, change: (text: string) => void, most: number) {
  const [typed, setTyped] = useState(value);
  const shown = truncate(typed, most) === value ? typed : value;
  const over = shown.length - most;
  return {
    value: shown,
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(target.value);
      change(truncate(target.value, most));
    },
    count: `${shown.length} / ${most}`,
    error: over > 0 ? `最多 ${most} 个字，后面 ${over} 个不会保存` : undefined,
  };
}
