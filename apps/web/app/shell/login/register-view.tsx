import { httpApi } from '../../http-api.ts';
import { CodeField } from './code-field.tsx';
import { EmailField } from './email-field.tsx';
import { enter } from './enter.ts';
import { FormEnd } from './form-end.tsx';
import { LineField } from './line-field.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { useForm } from './use-form.ts';
import { useProof } from './use-proof.ts';
import type { ViewIndex } from './views.ts';

const required = { email: '请输入账号', nickname: '请输入昵称', password: '请输入密码', code: '请输入验证码' };

type Props = { close: () => void; show: (index: ViewIndex) => void };

export function RegisterView({ close, show }: Props) {
  const { prove, isProving } = useProof();
  const { errors, busy, blame, form } = useForm({
    required,
    async send({ email = '', nickname = '', password = '', code = '' }) {
      enter(await httpApi.accounts.register({ body: { email, nickname, password, code } }), '注册成功');
      close();
    },
  });
  return (
    <>
      <form className="f" {...form}>
        <EmailField errors={errors} />
        <LineField
          name="nickname"
          label="昵称"
          placeholder="昵称"
          icon="user"
          autoComplete="nickname"
          errors={errors}
        />
        <NewPasswordField label="密码" placeholder="密码，至少八位" errors={errors} />
        <CodeField errors={errors} prove={prove} onRefused={(error) => blame('email', error)} />
        <FormEnd errors={errors} busy={busy} isProving={isProving}>
          注册
        </FormEnd>
      </form>
      <nav className="links" aria-label="别的办法">
        <span>已有账号？</span>
        <button type="button" onClick={() => show(1)}>
          去登录
        </button>
      </nav>
    </>
  );
}
