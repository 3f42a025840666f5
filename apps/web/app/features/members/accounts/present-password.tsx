import { PasswordField } from '../../core/forms/password-field.tsx';
import type { Errors } from '../../core/forms/use-form.ts';

/** Asks whether it is the member themselves, and not somebody at a screen they left. */
export function PresentPassword({ name, errors }: { name: string; errors: Errors }) {
  return (
    <PasswordField
      name={name}
      label="现在的密码"
      placeholder="现在的密码"
      autoComplete="current-password"
      errors={errors}
    />
  );
}
