import { LineField } from './line-field.tsx';
import type { Errors } from './use-form.ts';
import { useSendCode } from './use-send-code.ts';

type Props = { errors: Errors; sendCode: (email: string) => Promise<unknown>; onRefused: (error: string) => void };

/** The six digits, and the button that has them sent to the e-mail of the same form. */
export function CodeField({ errors, sendCode, onRefused }: Props) {
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
        className="send"
        type="button"
        // not `disabled`, or the focus would be lost
        aria-disabled={busy || left > 0}
        onClick={({ currentTarget: { form } }) => form && send(form)}
      >
        {left > 0 ? `${left} 秒后重发` : '发送验证码'}
      </button>
    </LineField>
  );
}
