import type { SiteInfo } from '@mojian/contract/core/site';
import { useState } from 'react';
import { CodeForm } from './code-form.tsx';
import { OtherWays } from './other-ways.tsx';
import { PasswordForm } from './password-form.tsx';
import type { ViewIndex } from './views.ts';

type Props = { site: SiteInfo; close: () => void; show: (index: ViewIndex) => void };

/** By account and password or by a code, and below the ways over other sites. */
export function LoginView({ site, close, show }: Props) {
  const [byCode, setByCode] = useState(false);
  const Form = byCode ? CodeForm : PasswordForm;
  return (
    <>
      <Form close={close} />
      <nav className="links" aria-label="其他方式">
        {site.features.includes('registration') && (
          <button type="button" onClick={() => show(2)}>
            {site.registration.mode === 'review' ? '申请注册' : '注册账号'}
          </button>
        )}
        {site.canMail && (
          <button type="button" onClick={() => setByCode(!byCode)}>
            {byCode ? '账号密码登录' : '邮箱验证码登录'}
          </button>
        )}
        <button type="button" onClick={() => show(3)}>
          忘记密码
        </button>
      </nav>
      <OtherWays site={site} close={close} showWechat={() => show(4)} />
    </>
  );
}
