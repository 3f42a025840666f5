import { CodeField, FormEnd } from '../../features/core/forms/fields.tsx';
import { useForm } from '../../features/core/forms/use-form.ts';
import { httpApi } from '../../http-api.ts';
import { EmailField } from './email-field.tsx';
import { enter } from './enter.ts';
import { useLoginProof } from './use-login-proof.ts';

const required = { email: '请输入账号', code: '请输入验证码' };

export function CodeForm({ close }: { close: () => void }) {
  const { isProving, sendCode } = useLoginProof();
  const { errors, busy, blame, form } = useForm({
    required,
    blamed: 'code',
    async send({ email = '', code = '' }) {
      enter(await httpApi.accounts.codeLogin({ body: { email, code } }));
      close();
    },
  });
  return (
    <form className="f" {...form}>
      <EmailField errors={errors} />
      <CodeField errors={errors} sendCode={sendCode} onRefused={(error) => blame('email', error)} />
      <FormEnd errors={errors} busy={busy} isProving={isProving}>
        登录
      </FormEnd>
    </form>
  );
}
