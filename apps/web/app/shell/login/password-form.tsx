import { FormEnd, LineField, PasswordField } from '../../features/core/forms/fields.tsx';
import { useForm } from '../../features/core/forms/use-form.ts';
import { httpApi } from '../../http-api.ts';
import { enter } from './enter.ts';
import { useLoginProof } from './use-login-proof.ts';

const required = { email: '请输入账号', password: '请输入密码' };

export function PasswordForm({ close }: { close: () => void }) {
  const { prove, isProving } = useLoginProof();
  const { errors, busy, form } = useForm({
    required,
    blamed: 'password',
    async send({ email = '', password = '' }) {
      enter(await prove((captcha) => httpApi.accounts.emailLogin({ body: { email, password, captcha } })));
      close();
    },
  });
  return (
    <form className="f" {...form}>
      <LineField
        name="email"
        label="账号"
        placeholder="邮箱账号"
        icon="mail"
        inputMode="email"
        autoComplete="username webauthn"
        errors={errors}
      />
      <PasswordField name="password" label="密码" placeholder="密码" autoComplete="current-password" errors={errors} />
      <FormEnd errors={errors} busy={busy} isProving={isProving}>
        登录
      </FormEnd>
    </form>
  );
}
