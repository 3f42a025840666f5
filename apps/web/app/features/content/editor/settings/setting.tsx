import { Icon } from '@mojian/ui/icon';
import { type ReactNode, useId, useState } from 'react';
import type { EditorDeps, EditorSite, Writing } from '../context.ts';
import type { Field, Settings } from './use-settings.ts';

type Control = { id: string; className: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

type Props = {
  field: Field;
  label: string;
  /** At the right end of the label. */
  beside?: ReactNode;
  error?: string | undefined;
  /** What may be saved, and will not do what was meant. */
  warning?: string;
  /** A word below. */
  hint?: ReactNode;
  children: (control: Control) => ReactNode;
};

/** One labelled control of the panel; what was wrong with it stands below and is read out with it. */
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
      <span className="of">
        <label htmlFor={id}>{label}</label>
        {beside}
      </span>
      {children(control)}
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

/** Several controls under one name. */
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
      <legend className="of">
        <span>{label}</span>
        {beside}
      </legend>
      {children}
      {warning && (
        <p className="warning" role="status">
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
        <p className="err" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
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
  /** Takes back what is scheduled: it goes on as a draft. */
  withdraw: () => Promise<unknown>;
};

/** What one field needs of it all. */
export type FieldProps = Pick<SettingsProps, 'writing'>;

/** The first characters of a text, none of them cut in two. */
export function truncate(text: string, most: number) {
  const kept = text.slice(0, most);
  return kept.isWellFormed() ? kept : kept.slice(0, -1);
}

/**
 * A text with a limit: what is typed beyond it stays in the field and is named as what it is, so that nothing vanishes;
 * the article gets what fits.
 */
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
