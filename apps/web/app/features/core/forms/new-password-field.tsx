import { passwordLengths, passwordStrength, passwordWeakness } from '@mojian/contract/members/password-strength';
import { useId, useState } from 'react';
import { valuesOf } from './form-values.ts';
import { PasswordField } from './password-field.tsx';
import type { Errors } from './use-form.ts';

const words = ['太弱', '较弱', '一般', '较强', '很强'];
const tooShort = `至少要 ${passwordLengths.least} 个字符`;

type Props = { label: string; placeholder: string; errors: Errors };

/** A password to be: shows how strong it is, and names what makes it weak. */
export function NewPasswordField({ errors, ...props }: Props) {
  const id = useId();
  const [typed, setTyped] = useState({ password: '', weakness: '' });
  const look = ({ value, form }: HTMLInputElement) => {
    const { email = '', nickname = '' } = form ? valuesOf(form) : {};
    const weakness = value.length < passwordLengths.least ? tooShort : passwordWeakness(value, { email, nickname });
    setTyped({ password: value, weakness: weakness ?? '' });
  };
  return (
    <div>
      <PasswordField
        {...props}
        name="password"
        autoComplete="new-password"
        errors={errors}
        note={typed.password ? id : undefined}
        onInput={({ currentTarget }) => look(currentTarget)}
      />
      {typed.password && (
        <div id={id}>
          <Meter strength={typed.weakness ? 0 : passwordStrength(typed.password)} />
          {typed.weakness && !errors.password && <p className="hint">{typed.weakness}</p>}
        </div>
      )}
    </div>
  );
}

/** Four strokes and a word. */
function Meter({ strength }: { strength: number }) {
  return (
    <div className="str">
      {[1, 2, 3, 4].map((step) => (
        <i key={step} className={step <= strength ? 'on' : undefined} />
      ))}
      <span>
        <span className="vh">密码强度：</span>
        {words[strength]}
      </span>
    </div>
  );
}
