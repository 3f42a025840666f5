import type { Field } from '@mojian/contract/core/settings-fields/field';
import { Control } from './control.tsx';
import './field.css';

type Props = {
  id: string;
  field: Field;
  value: unknown;
  isChanged: boolean;
  fault: string | undefined;
  isLocked: boolean;
  onChange: (value: unknown) => void;
};

/** A field with its name, what is said of it, and why it was refused. */
export function FieldRow({ id, field, value, isChanged, fault, isLocked, onChange }: Props) {
  const { label, hint } = field;
  const about = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="field">
      <div>
        <label htmlFor={id} id={`${id}-label`}>
          {label}
          {isChanged && <em>已改</em>}
        </label>
        {hint && <p id={`${id}-hint`}>{hint}</p>}
      </div>
      <div className="filling">
        <Control {...{ id, field, value, about, isLocked, onChange }} isWrong={fault !== undefined} />
        {fault && (
          <p className="fault" id={`${id}-fault`} role="alert">
            {fault}
          </p>
        )}
      </div>
    </div>
  );
}
