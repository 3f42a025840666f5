import type { SiteInfo } from '@mojian/contract/core/site';
import { isFailure } from '@mojian/contract/platform/failures';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { httpApi } from '../../api/http-api.ts';
import { CodeField, FormEnd, LineField, PasswordField } from '../../features/core/forms/fields.tsx';
import { type Errors, useForm, useProof } from '../../features/core/forms/use-form.ts';
import { toast } from '../../ui/toast.ts';
import { enter, goToProvider, type LoginViewName } from './enter.ts';

type Props = { site: SiteInfo; close: () => void; show: (name: LoginViewName) => void };

/** Login by password or by code, and the login providers. */
export function LoginView({ site, close, show }: Props) {
  const [byCode, setByCode] = useState(false);
  const Form = byCode ? CodeForm : PasswordForm;
  return (
    <>
      <Form close={close} />
      <nav className="login-links type-note sub" aria-label="其他方式">
        {site.features.includes('registration') && (
          <button type="button" onClick={() => show('register')}>
            {site.registration.mode === 'review' ? '申请注册' : '注册账号'}
          </button>
        )}
        {site.canMail && (
          <button type="button" onClick={() => setByCode(!byCode)}>
            {byCode ? '账号密码登录' : '邮箱验证码登录'}
          </button>
        )}
        <button type="button" onClick={() => show('forgot')}>
          忘记密码
        </button>
      </nav>
      <OtherWays site={site} close={close} showWechat={() => show('wechat')} />
    </>
  );
}

const requiredWithPassword = { email: '请输入账号', password: '请输入密码' };

function PasswordForm({ close }: { close: () => void }) {
  const { prove, isProving } = useLoginProof();
  const { errors, busy, form } = useForm({
    required: requiredWithPassword,
    blamed: 'password',
    async send({ email = '', password = '' }) {
      enter(await prove((captcha) => httpApi.accounts.emailLogin({ body: { email, password, captcha } })));
      close();
    },
  });
  return (
    <form className="fields" {...form}>
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

const requiredWithCode = { email: '请输入账号', code: '请输入验证码' };

function CodeForm({ close }: { close: () => void }) {
  const { isProving, sendCode } = useLoginProof();
  const { errors, busy, blame, form } = useForm({
    required: requiredWithCode,
    blamed: 'code',
    async send({ email = '', code = '' }) {
      enter(await httpApi.accounts.codeLogin({ body: { email, code } }));
      close();
    },
  });
  return (
    <form className="fields" {...form}>
      <EmailField errors={errors} />
      <CodeField errors={errors} sendCode={sendCode} onRefused={(error) => blame('email', error)} />
      <FormEnd errors={errors} busy={busy} isProving={isProving}>
        登录
      </FormEnd>
    </form>
  );
}

/** Providers by their numbers in `loginTypeList`, in display order. */
const providers = [
  { type: 2, words: '用 QQ 登录', icon: 'qq' },
  { type: 4, words: '用 Gitee 登录', icon: 'gitee' },
  { type: 3, words: '用微博登录', icon: 'wb' },
  { type: 5, words: '用微信登录', icon: 'wx' },
  { type: 6, words: '用 GitHub 登录', icon: 'git' },
];
const wechat = 5;

type OtherWaysProps = { site: SiteInfo; close: () => void; showWechat: () => void };

function OtherWays({ site, close, showWechat }: OtherWaysProps) {
  const passkey = usePasskey(close);
  const open = providers.filter(({ type }) => site.loginTypeList.includes(type));
  const go = (type: number) => (type === wechat && site.wechatWays.reply ? showWechat() : goToProvider(type));
  if (open.length === 0 && !passkey.isPossible) return null;
  return (
    <>
      <div className="login-or type-tiny dim">或者</div>
      {open.length > 0 && (
        <div className="login-soc">
          {open.map(({ type, words, icon }) => (
            <button
              key={type}
              className="icon-button"
              type="button"
              aria-label={words}
              title={words}
              onClick={() => go(type)}
            >
              <Icon name={icon} />
            </button>
          ))}
        </div>
      )}
      {passkey.isPossible && (
        <button
          className="btn btn-wide login-passkey"
          type="button"
          aria-disabled={passkey.busy}
          onClick={passkey.logIn}
        >
          <Icon name="key" />
          用通行密钥登录
        </button>
      )}
    </>
  );
}

/** Logs in with a passkey where the browser supports it. Loaded on demand. */
function usePasskey(close: () => void) {
  const [busy, setBusy] = useState(false);
  const logIn = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const [{ startAuthentication }, options] = await Promise.all([
        import('@simplewebauthn/browser'),
        httpApi.passkeys.loginOptions(),
      ]);
      const response = await startAuthentication({ optionsJSON: options as never });
      enter(await httpApi.passkeys.login({ body: { response: { ...response } } }));
      close();
    } catch (error) {
      if (!isFailure(error)) toast('info', wordsFor(error)); // the refusal was shown already
    } finally {
      setBusy(false);
    }
  };
  return { isPossible: 'PublicKeyCredential' in window, busy, logIn };
}

/** Browsers use one name for "cancelled" and "no passkey", so that sites cannot tell them apart. */
function wordsFor(error: unknown) {
  const { name } = error as Error;
  if (name === 'NotAllowedError' || name === 'AbortError') return '通行密钥登录失败，可以换一种方式登录';
  return '这个浏览器在本站不能使用通行密钥';
}

export function EmailField({ errors, placeholder = '邮箱' }: { errors: Errors; placeholder?: string }) {
  return (
    <LineField
      name="email"
      label="邮箱"
      placeholder={placeholder}
      icon="mail"
      type="email"
      inputMode="email"
      autoComplete="username"
      errors={errors}
    />
  );
}

/** Proof of work where the server asks for one: after many failed logins, and from about the fifth code on. */
export function useLoginProof() {
  const { prove, isProving } = useProof(() => httpApi.captcha.challenge());
  const sendCode = (email: string) => prove((captcha) => httpApi.accounts.sendEmailCode({ query: { email, captcha } }));
  return { prove, isProving, sendCode };
}
