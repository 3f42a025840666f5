import { httpApi } from '../../api/http-api.ts';
import { LineField } from '../../features/core/forms/fields.tsx';
import type { Errors } from '../../features/core/forms/use-form.ts';
import { useProof } from '../../features/core/forms/use-proof.ts';

/** The mailbox a code is sent to. */
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

/** A proof of work where the server wants one: to log in after many failures, and for the fifth code or so. */
export function useLoginProof() {
  const { prove, isProving } = useProof(() => httpApi.captcha.challenge());
  const sendCode = (email: string) => prove((captcha) => httpApi.accounts.sendEmailCode({ query: { email, captcha } }));
  return { prove, isProving, sendCode };
}
