import type { SiteInfo } from '@mojian/contract/core/site';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { Link } from 'react-router';
import { httpApi } from '../../api/http-api.ts';
import { CodeField, FormEnd, LineField, NewPasswordField } from '../../features/core/forms/fields.tsx';
import { useForm } from '../../features/core/forms/use-form.ts';
import { EmailField, useLoginProof } from './email-field.tsx';
import { enter } from './enter.ts';
import { invitationIn, type ViewIndex } from './views.ts';

type Props = { site: SiteInfo; close: () => void; show: (index: ViewIndex) => void };

/** Registration as this site wants it: a mailed code, an invitation, or an application to the owner. */
export function RegisterView({ site, close, show }: Props) {
  const { mode, code: needsCode } = site.registration;
  const [applied, setApplied] = useState('');
  const { isProving, sendCode } = useLoginProof();
  const { errors, busy, blame, form } = useForm({
    required: {
      email: '请输入账号',
      nickname: '请输入昵称',
      password: '请输入密码',
      ...(needsCode && { code: '请输入验证码' }),
      ...(mode === 'invite' && { invitation: '请输入邀请码' }),
    },
    async send({ email = '', nickname = '', password = '', code, invitation, words = '' }) {
      const body = { email, nickname, password, ...(needsCode && { code }) };
      if (mode === 'review') {
        await httpApi.accounts.apply({ body: { ...body, words } });
        setApplied(email);
        return;
      }
      enter(
        await httpApi.accounts.register({ body: { ...body, ...(mode === 'invite' && { invitation }) } }),
        '注册成功',
      );
      close();
    },
  });
  if (applied) return <Applied email={applied} canMail={site.canMail} close={close} />;
  return (
    <>
      <form className="f" {...form}>
        {mode === 'invite' && <InvitationField errors={errors} />}
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
        {needsCode && <CodeField errors={errors} sendCode={sendCode} onRefused={(error) => blame('email', error)} />}
        {mode === 'review' && <WordsField errors={errors} />}
        <FormEnd errors={errors} busy={busy} isProving={isProving}>
          {mode === 'review' ? '提交申请' : '注册'}
        </FormEnd>
        <p className="fine">
          注册前可以先看看
          <Link to="/privacy" onClick={close}>
            隐私说明
          </Link>
        </p>
      </form>
      <nav className="links" aria-label="其他方式">
        <span>已有账号？</span>
        <button type="button" onClick={() => show(1)}>
          去登录
        </button>
      </nav>
    </>
  );
}

type FieldProps = Pick<Parameters<typeof EmailField>[0], 'errors'>;

function WordsField({ errors }: FieldProps) {
  return (
    <LineField
      name="words"
      label="附言"
      placeholder="附言：告诉站长你是谁（可不填）"
      icon="edit"
      autoComplete="off"
      errors={errors}
    />
  );
}

function InvitationField({ errors }: FieldProps) {
  return (
    <LineField
      name="invitation"
      label="邀请码"
      placeholder="邀请码"
      icon="key"
      autoComplete="off"
      defaultValue={invitationIn(location)}
      errors={errors}
    />
  );
}

type AppliedProps = { email: string; canMail: boolean; close: () => void };

/** Shown after an application: what happens next. */
function Applied({ email, canMail, close }: AppliedProps) {
  return (
    <div className="login-words" role="status">
      <p>
        <b>
          <Icon name="ok" />
          申请已提交，正在等站长通过。
        </b>
      </p>
      <p>
        {canMail ? `结果会寄到 ${email}。` : '本站还不能寄信，过些时候再来登录看看。'}
        通过之后，用这个邮箱和刚才的密码登录；没有通过，登录时会看到原因。
      </p>
      <button className="btn seal-b wide" type="button" onClick={close}>
        知道了
      </button>
    </div>
  );
}
