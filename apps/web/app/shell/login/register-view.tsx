import { Link } from 'react-router';
import { CodeField } from '../../features/forms/code-field.tsx';
import { FormEnd } from '../../features/forms/form-end.tsx';
import { LineField } from '../../features/forms/line-field.tsx';
import { NewPasswordField } from '../../features/forms/new-password-field.tsx';
import { useForm } from '../../features/forms/use-form.ts';
import { httpApi } from '../../http-api.ts';
import { EmailField } from './email-field.tsx';
import { enter } from './enter.ts';
import { useLoginProof } from './use-login-proof.ts';
import type { ViewIndex } from './views.ts';

const required = { email: '请输入账号', nickname: '请输入昵称', password: '请输入密码', code: '请输入验证码' };

type Props = { close: () => void; show: (index: ViewIndex) => void };

export function RegisterView({ close, show }: Props) {
  const { isProving, sendCode } = useLoginProof();
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
        <CodeField errors={errors} sendCode={sendCode} onRefused={(error) => blame('email', error)} />
        <FormEnd errors={errors} busy={busy} isProving={isProving}>
          注册
        </FormEnd>
        <p className="fine">
          注册前可以先看看
          <Link to="/privacy" onClick={close}>
            隐私说明
          </Link>
        </p>
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
