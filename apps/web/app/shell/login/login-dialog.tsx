import type { SiteInfo } from '@mojian/contract/core/site';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { httpApi } from '../../api/http-api.ts';
import { CodeField, FormEnd, LineField, NewPasswordField } from '../../features/core/forms/fields.tsx';
import { useForm } from '../../features/core/forms/use-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Seal, stampOf } from '../../ui/seal.tsx';
import { toast } from '../../ui/toast.ts';
import type { OverlayProps } from '../use-overlay.ts';
import { enter, invitationIn, type LoginViewName, viewOf } from './enter.ts';
import { EmailField, LoginView, useLoginProof } from './login-view.tsx';
import { WechatView } from './wechat-view.tsx';
import './login.css';

/** Opens at its first view. Each view keeps its own fields and countdown. */
export function LoginDialog({ site, close }: OverlayProps) {
  const [name, setName] = useState<LoginViewName>(firstView(site));
  const { title, line } = viewOf(name, site);
  const sheet = useFocusOnEach(name);
  useFocusOnMenu();
  useEffect(() => {
    // a login on a screen that does not reload
    const onEntered = (event: Event) => event.defaultPrevented && close();
    addEventListener('mojian:entered', onEntered);
    return () => removeEventListener('mojian:entered', onEntered);
  });
  return (
    <Dialog className="dialog login" label={title} onClose={close}>
      <div className="login-in column" key={name} ref={sheet}>
        <button className="icon-button login-x" type="button" aria-label="关闭" onClick={close}>
          <Icon name="x" />
        </button>
        <div className="login-hello">
          <Seal stamp={stampOf(site)} />
          <div>
            <h2 tabIndex={-1}>{title}</h2>
            <p>{line}</p>
          </div>
        </div>
        {name === 'login' && <LoginView site={site} close={close} show={setName} />}
        {name === 'register' && <RegisterView site={site} close={close} show={setName} />}
        {name === 'forgot' &&
          (site.canMail ? <ForgotView site={site} show={setName} /> : <AskTheOwner site={site} show={setName} />)}
        {name === 'wechat' && <WechatView site={site} close={close} show={setName} />}
      </div>
    </Dialog>
  );
}

/** Registration for readers with an invitation. */
function firstView({ registration }: OverlayProps['site']): LoginViewName {
  return registration.mode === 'invite' && invitationIn(location) ? 'register' : 'login';
}

/** Focuses the view's first field, or its heading where the on-screen keyboard would cover half the screen. */
function useFocusOnEach(name: LoginViewName) {
  const sheet = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each view
  useEffect(() => {
    const touched = matchMedia('(pointer: coarse)').matches;
    const place = (!touched && sheet.current?.querySelector('input')) || sheet.current?.querySelector('h2');
    place?.focus({ preventScroll: true });
  }, [name]);
  return sheet;
}

/**
 * Gives the focus back to the button of the menu that the dialog was opened from: its entry is hidden with the menu and
 * cannot take it.
 */
function useFocusOnMenu() {
  const [from] = useState(() => document.activeElement?.closest('.menu')?.previousElementSibling);
  useEffect(
    () => () => {
      if (document.activeElement === document.body && from instanceof HTMLElement) from.focus();
    },
    [from],
  );
}

type ForgotProps = { site: SiteInfo; show: (name: LoginViewName) => void };

const required = { email: '请输入账号', code: '请输入验证码', password: '请输入密码' };

function ForgotView({ site, show }: ForgotProps) {
  const { isProving, sendCode } = useLoginProof();
  const { errors, busy, blame, form } = useForm({
    required,
    async send({ email = '', password = '', code = '' }) {
      await httpApi.accounts.forgetPassword({ body: { email, password, code } });
      toast('success', '修改成功');
      show('login');
    },
  });
  return (
    <>
      <form className="fields" {...form}>
        <EmailField errors={errors} placeholder="注册时的邮箱" />
        <CodeField errors={errors} sendCode={sendCode} onRefused={(error) => blame('email', error)} />
        <NewPasswordField label="新密码" placeholder="新密码" errors={errors} />
        <FormEnd errors={errors} busy={busy} isProving={isProving}>
          重设密码
        </FormEnd>
      </form>
      <nav className="login-links type-note sub" aria-label="其他方式">
        <button type="button" onClick={() => show('login')}>
          返回登录
        </button>
      </nav>
      <p className="login-agree dim">
        改过密码之后，其他设备上的登录会一并退出。账号没有邮箱，或收不到信，请联系站长，让他给你一个重设密码的链接。
        <OwnerMailbox site={site} />
      </p>
    </>
  );
}

/** Shown when the site cannot send mail: the owner makes a link to set a new password. */
function AskTheOwner({ site, show }: ForgotProps) {
  return (
    <>
      <p className="login-words stack gap-4">
        请联系站长，让他在后台给你一个重设密码的链接。
        <OwnerMailbox site={site} />
      </p>
      <nav className="login-links type-note sub" aria-label="其他方式">
        <button type="button" onClick={() => show('login')}>
          返回登录
        </button>
      </nav>
    </>
  );
}

function OwnerMailbox({ site }: Pick<ForgotProps, 'site'>) {
  const { email } = site.contacts;
  if (!email) return null;
  return (
    <>
      站长的邮箱是 <a href={`mailto:${email}`}>{email}</a>。
    </>
  );
}

type Props = { site: SiteInfo; close: () => void; show: (name: LoginViewName) => void };

/** Registration as this site wants it: a mailed code, an invitation, or an application to the owner. */
function RegisterView({ site, close, show }: Props) {
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
      <form className="fields" {...form}>
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
        <PrivacyHint close={close} />
      </form>
      <nav className="login-links type-note sub" aria-label="其他方式">
        <span className="dim">已有账号？</span>
        <button type="button" onClick={() => show('login')}>
          去登录
        </button>
      </nav>
    </>
  );
}

function PrivacyHint({ close }: { close: () => void }) {
  return (
    <p className="login-fine dim">
      注册前可以先看看
      <Link to="/privacy" onClick={close}>
        隐私说明
      </Link>
    </p>
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
    <div className="login-words stack gap-4" role="status">
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
      <button className="btn btn-seal btn-wide" type="button" onClick={close}>
        知道了
      </button>
    </div>
  );
}
