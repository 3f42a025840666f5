import type { SiteInfo } from '@mojian/contract/core/site';
import { httpApi } from '../../api/http-api.ts';
import { CodeField, FormEnd, NewPasswordField } from '../../features/core/forms/fields.tsx';
import { useForm } from '../../features/core/forms/use-form.ts';
import { toast } from '../../ui/toast.ts';
import { EmailField, useLoginProof } from './email-field.tsx';
import type { ViewIndex } from './views.ts';

const required = { email: '请输入账号', code: '请输入验证码', password: '请输入密码' };

export function ForgotView({ show }: { show: (index: ViewIndex) => void }) {
  const { isProving, sendCode } = useLoginProof();
  const { errors, busy, blame, form } = useForm({
    required,
    async send({ email = '', password = '', code = '' }) {
      await httpApi.accounts.forgetPassword({ body: { email, password, code } });
      toast('success', '修改成功');
      show(1);
    },
  });
  return (
    <>
      <form className="f" {...form}>
        <EmailField errors={errors} placeholder="注册时的邮箱" />
        <CodeField errors={errors} sendCode={sendCode} onRefused={(error) => blame('email', error)} />
        <NewPasswordField label="新密码" placeholder="新密码" errors={errors} />
        <FormEnd errors={errors} busy={busy} isProving={isProving}>
          重设密码
        </FormEnd>
      </form>
      <nav className="links" aria-label="其他方式">
        <button type="button" onClick={() => show(1)}>
          返回登录
        </button>
      </nav>
      <p className="agree">改过密码之后，其他设备上的登录会一并退出。</p>
    </>
  );
}

/** Shown when the site cannot send mail: the owner makes a link to set a new password. */
export function AskTheOwner({ site, show }: { site: SiteInfo; show: (index: ViewIndex) => void }) {
  const { email } = site.contacts;
  return (
    <>
      <p className="login-words">
        请联系站长，让他在后台给你一个重设密码的链接。
        {email && (
          <>
            站长的邮箱是 <a href={`mailto:${email}`}>{email}</a>。
          </>
        )}
      </p>
      <nav className="links" aria-label="其他方式">
        <button type="button" onClick={() => show(1)}>
          返回登录
        </button>
      </nav>
    </>
  );
}
