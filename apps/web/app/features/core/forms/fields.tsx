import { passwordLengths, passwordStrength, passwordWeakness } from '@mojian/contract/members/password-strength';
import { isFailure } from '@mojian/contract/platform/failures';
import { Icon } from '@mojian/ui/icon';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { toast } from '../../../ui/toast.ts';
import { useCountdown } from './use-countdown.ts';
import { type Errors, focusField, valuesOf } from './use-form.ts';
import './fields.css';

type LineFieldProps = Omit<ComponentProps<'input'>, 'name'> & {
  name: string;
  label: string;
  icon: string;
  errors: Errors;
  /** Hint below the field, linked to it. */
  hint?: string | undefined;
  /** Id of another description. */
  note?: string | undefined;
  /** A button at the end of the line. */
  children?: ReactNode;
};

/** A field with icon and error. */
export function LineField({ name, label, icon, errors, hint, note, children, ...input }: LineFieldProps) {
  const id = useId();
  const error = errors[name];
  const notes = [error && `${id}-error`, hint && `${id}-hint`, note].filter(Boolean).join(' ');
  return (
    <div>
      <div className={error ? 'fields-line fields-line-bad' : 'fields-line'}>
        <Icon name={icon} />
        <label className="visually-hidden" htmlFor={id}>
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
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="fields-hint dim" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

type CodeFieldProps = {
  errors: Errors;
  sendCode: (email: string) => Promise<unknown>;
  onRefused: (error: string) => void;
};

/** The six-digit code and the button that mails it to the form's e-mail. */
export function CodeField({ errors, sendCode, onRefused }: CodeFieldProps) {
  const { send, left, busy } = useSendCode(sendCode, onRefused);
  return (
    <LineField
      name="code"
      label="验证码"
      placeholder="六位验证码"
      icon="ok"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      errors={errors}
    >
      <button
        className="fields-send type-note accent"
        type="button"
        // not `disabled`, which would drop the focus
        aria-disabled={busy || left > 0}
        onClick={({ currentTarget: { form } }) => form && send(form)}
      >
        {left > 0 ? `${left} 秒后重发` : '发送验证码'}
      </button>
    </LineField>
  );
}

/** Milliseconds between codes. */
const pause = 60_000;

/** When the next code may be sent: outlives views and dialog. */
let until = 0;

/** Sends a code to the form's e-mail. `left`: seconds until it may be sent again. */
function useSendCode(sendCode: (email: string) => Promise<unknown>, onRefused: (error: string) => void) {
  const [busy, setBusy] = useState(false);
  const left = useCountdown(until);

  const send = async (form: HTMLFormElement) => {
    if (busy || left > 0) return;
    const email = valuesOf(form).email?.trim();
    if (!email) {
      toast('error', '请输入邮箱');
      focusField(form, 'email');
      return;
    }
    setBusy(true);
    try {
      await sendCode(email);
      toast('success', '验证码发送成功');
      until = Date.now() + pause;
      focusField(form, 'code');
    } catch (error) {
      if (isFailure(error)) onRefused(error.message);
    } finally {
      setBusy(false);
    }
  };
  return { send, left, busy };
}

type PasswordFieldProps = Omit<ComponentProps<typeof LineField>, 'icon' | 'hint' | 'type'>;

/** Password with a show button and a caps-lock warning. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [locked, setLocked] = useState(false);
  const notice = (event: KeyboardEvent) => setLocked(event.getModifierState('CapsLock'));
  return (
    <LineField
      {...props}
      icon="lock"
      type={shown ? 'text' : 'password'}
      hint={locked ? '大写锁定已打开' : undefined}
      onKeyDown={notice}
      onKeyUp={notice}
      onBlur={() => setLocked(false)}
    >
      <button
        className={shown ? 'icon-button' : 'icon-button fields-hidden-text'}
        type="button"
        aria-label="显示密码"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon name="eye" />
      </button>
    </LineField>
  );
}

const words = ['太弱', '较弱', '一般', '较强', '很强'];
const tooShort = `至少要 ${passwordLengths.least} 个字符`;

type NewPasswordFieldProps = { label: string; placeholder: string; errors: Errors };

/** New password with its strength and what weakens it. */
export function NewPasswordField({ errors, ...props }: NewPasswordFieldProps) {
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
          {typed.weakness && !errors.password && <p className="fields-hint dim">{typed.weakness}</p>}
        </div>
      )}
    </div>
  );
}

/** Strength as four bars and a word. */
function Meter({ strength }: { strength: number }) {
  return (
    <div className="fields-strength type-tiny dim">
      {[1, 2, 3, 4].map((step) => (
        <i key={step} className={step <= strength ? 'fields-strength-on' : undefined} />
      ))}
      <span>
        <span className="visually-hidden">密码强度：</span>
        {words[strength]}
      </span>
    </div>
  );
}

type FormEndProps = { errors: Errors; busy: boolean; isProving: boolean; children: string };

/** End of a form: its general error, the wait for the proof of work, the button. */
export function FormEnd({ errors, busy, isProving, children }: FormEndProps) {
  return (
    <>
      {errors[''] && (
        <p className="error" role="alert">
          {errors['']}
        </p>
      )}
      <div className="fields-proving type-note" role="status">
        {isProving && '正在做安全验证……'}
      </div>
      <button className="btn btn-seal btn-wide" type="submit" aria-disabled={busy}>
        {busy ? '请稍候……' : children}
      </button>
    </>
  );
}
