import { LineField } from '../../features/core/forms/fields.tsx';
import type { Errors } from '../../features/core/forms/use-form.ts';

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
