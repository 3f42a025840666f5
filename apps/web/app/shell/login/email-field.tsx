import { httpApi } from '../../api/http-api.ts';
import { LineField } from '../../features/core/forms/fields.tsx';
import type { Errors } from '../../features/core/forms/use-form.ts';
import { useProof } from '../../features/core/forms/use-proof.ts';

export function EmailField({ errors, placeholder = '邮箱' }: { errors: Errors; placeholder?: string }) {
  return (
    <LineField
      name="email"
      label="邮箱"
      placeholder={placeholder}
      icon="mail"
      type="email"
      inputMode="email"
      autoComplete="username"
      errors={errors}
    />
  );
}

/** Proof of work where the server asks for one: after many failed logins, and from about the fifth code on. */
export function useLoginProof() {
  const { prove, isProving } = useProof(() => httpApi.captcha.challenge());
  const sendCode = (email: string) => prove((captcha) => httpApi.accounts.sendEmailCode({ query: { email, captcha } }));
  return { prove, isProving, sendCode };
}
