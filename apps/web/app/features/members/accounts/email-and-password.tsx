import type { Me } from '@mojian/contract/core/sessions';
import type { CallsOf } from '../../../api/calls.ts';
import { CardDialog } from '../../../ui/card-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { CodeField, FormEnd, LineField, NewPasswordField } from '../../core/forms/fields.tsx';
import { useForm, useProof } from '../../core/forms/use-form.ts';
import { CurrentPassword } from './confirm-password.tsx';

type EmailDialogProps = {
  me: Me;
  calls: CallsOf<'accounts' | 'captcha'>;
  keepMe: (me: Me) => void;
  close: () => void;
};

/** Adds or replaces the e-mail, proven by a mailed code. */
export function EmailDialog({ me, calls, keepMe, close }: EmailDialogProps) {
  const { prove, isProving } = useProof(calls.captcha.challenge);
  const { errors, busy, blame, form } = useForm({
    required: { email: '请输入邮箱', code: '请输入验证码', ...(me.hasPassword && { password: '请输入密码' }) },
    async send({ email = '', code = '', password = '' }) {
      await calls.accounts.changeEmail({ body: { email, code, password } });
      keepMe({ ...me, email: email.trim().toLowerCase(), proposeEmail: false });
      toast('success', '修改成功');
      close();
    },
  });
  const sendCode = (email: string) => prove((captcha) => calls.accounts.sendEmailCode({ query: { email, captcha } }));
  return (
    <CardDialog
      title={me.email ? '更换邮箱' : '添加邮箱'}
      line={me.email ? `现在的是 ${me.email}` : '有了邮箱，可以用它登录，也可以收信。'}
      close={close}
    >
      <form className="fields" {...form}>
        <LineField
          name="email"
          label="新邮箱"
          placeholder={me.email ? '新的邮箱' : '邮箱'}
          icon="mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          errors={errors}
        />
        <CodeField errors={errors} sendCode={sendCode} onRefused={(error) => blame('email', error)} />
        {me.hasPassword && <CurrentPassword name="password" errors={errors} />}
        <FormEnd errors={errors} busy={busy} isProving={isProving}>
          {me.email ? '更换' : '添加'}
        </FormEnd>
      </form>
    </CardDialog>
  );
}

type PasswordDialogProps = {
  me: Me;
  calls: CallsOf<'accounts'>;
  keepMe: (me: Me) => void;
  /** Called when the other devices were logged out. */
  onChanged: () => void;
  close: () => void;
};

/** Sets or replaces the password. */
export function PasswordDialog({ me, calls, keepMe, onChanged, close }: PasswordDialogProps) {
  const { errors, busy, form } = useForm({
    required: { ...(me.hasPassword && { present: '请输入密码' }), password: '请输入密码' },
    async send({ present = '', password = '' }) {
      await calls.accounts.changePassword({ body: { present, password } });
      keepMe({ ...me, hasPassword: true });
      onChanged();
      toast('success', '修改成功');
      close();
    },
  });
  return (
    <CardDialog
      title={me.hasPassword ? '修改密码' : '设置密码'}
      line="改过之后，其他设备上的登录会一并退出。"
      close={close}
    >
      <form className="fields" {...form}>
        {/* for password managers: whose password this is */}
        <input type="hidden" name="email" autoComplete="username" value={me.email ?? ''} />
        <input type="hidden" name="nickname" value={me.nickname} />
        {me.hasPassword && <CurrentPassword name="present" errors={errors} />}
        <NewPasswordField label="新密码" placeholder="新密码" errors={errors} />
        <FormEnd errors={errors} busy={busy} isProving={false}>
          保存
        </FormEnd>
      </form>
    </CardDialog>
  );
}
