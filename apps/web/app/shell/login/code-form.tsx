import { httpApi } from '../../http-api.ts';
import { CodeField } from './code-field.tsx';
import { EmailField } from './email-field.tsx';
import { enter } from './enter.ts';
import { FormEnd } from './form-end.tsx';
import { useForm } from './use-form.ts';
import { useProof } from './use-proof.ts';

const required = { email: '请输入账号', code: '请输入验证码' };

export function CodeForm({ close }: { close: () => void }) {
  const { prove, isProving } = useProof();
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
      <CodeField errors={errors} prove={prove} onRefused={(error) => blame('email', error)} />
      <FormEnd errors={errors} busy={busy} isProving={isProving}>
        登录
      </FormEnd>
    </form>
  );
}
