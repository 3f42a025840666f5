import type { Me } from '@mojian/contract/core/sessions';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import { CardDialog } from '../../../ui/card-dialog.tsx';
import { FormEnd, PasswordField } from '../../core/forms/fields.tsx';
import { type Errors, useForm } from '../../core/forms/use-form.ts';

/** Runs an action, after a password prompt if the server asks for one. */
export type WithPassword = <Result>(act: () => Promise<Result>) => Promise<Result>;

type ConfirmationProps = { me: Me; calls: CallsOf<'accounts'> };

/**
 * `confirmed` prompts for the password only when the server wants it; the server then remembers it for ten minutes.
 * `passwordDialog` is the dialog to render.
 */
export function usePasswordConfirmation(props: ConfirmationProps) {
  const [answer, setAnswer] = useState<{ resolve: (isConfirmed: boolean) => void }>();

  async function withPassword<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      return await act();
    } catch (error) {
      if (!isFailure(error) || error.id !== 'password-needed') throw error;
      const isConfirmed = await new Promise<boolean>((resolve) => setAnswer({ resolve }));
      setAnswer(undefined);
      if (!isConfirmed) throw new Failure('password-needed', '没有确认密码，操作已取消');
      return act();
    }
  }
  return { confirmed: withPassword, passwordDialog: answer && <ConfirmDialog {...props} {...answer} /> };
}

function ConfirmDialog({ me, calls, resolve }: ConfirmationProps & { resolve: (isConfirmed: boolean) => void }) {
  const { errors, busy, form } = useForm({
    required: { password: '请输入密码' },
    async send({ password = '' }) {
      await calls.accounts.confirm({ body: { password } });
      resolve(true);
    },
  });
  return (
    <CardDialog title="确认是你本人" line="请再输入一次密码；十分钟内不再问。" close={() => resolve(false)}>
      <form className="fields" {...form}>
        {/* for password managers: whose password this is */}
        <input type="hidden" name="email" autoComplete="username" value={me.email ?? ''} />
        <CurrentPassword name="password" errors={errors} />
        <FormEnd errors={errors} busy={busy} isProving={false}>
          确认
        </FormEnd>
      </form>
    </CardDialog>
  );
}

/** Password prompt against somebody else at an open screen. */
export function CurrentPassword({ name, errors }: { name: string; errors: Errors }) {
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
