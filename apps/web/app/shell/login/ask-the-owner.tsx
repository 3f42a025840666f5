import type { SiteInfo } from '@mojian/contract/core/site';
import type { ViewIndex } from './views.ts';

/** In the place of a code by mail, where no letter goes out: the owner makes a link to set a new password. */
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
