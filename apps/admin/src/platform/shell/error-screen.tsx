import { useEffect } from 'react';
import { Link, useLocation, useRouteError } from 'react-router';
import { api } from '../http-api.ts';
import { useAnswer } from '../query.ts';
import { roleNames } from '../role-names.ts';
import { ForInstaller } from './for-installer.tsx';
import { describeLoadError, type LoadError } from './load-error.ts';
import { useOffice } from './office.tsx';

export function ErrorScreen() {
  const { title, text, help } = describeLoadError(useRouteError(), navigator.onLine);
  return (
    <MessageScreen title={title} text={text}>
      <Help help={help} />
    </MessageScreen>
  );
}

function Help({ help }: Pick<LoadError, 'help'>) {
  const { pathname, search } = useLocation();
  if (help === 'log-in')
    return (
      <>
        <a className="button button-primary" href={`/?login=${encodeURIComponent(`/admin${pathname}${search}`)}`}>
          去登录
        </a>
        <NoOwnerYet />
      </>
    );
  if (help === 'reload')
    return (
      <button className="button button-primary" type="button" onClick={() => location.reload()}>
        重新载入
      </button>
    );
  return (
    <>
      {help === 'go-on' && <Link to="/">返回概览</Link>}
      <a href="/">返回站点</a>
    </>
  );
}

/** Says where the first account comes from, on a site that nobody owns yet: there is nobody to log in as. */
function NoOwnerYet() {
  // no link has this token: the reply only says whether one is still good for anything
  const { answer } = useAnswer(['owner'], () => api.owner.check({ body: { token: '-' } }));
  if (answer?.state !== 'wrong') return null;
  return (
    <div className="error-screen-owner">
      <p>
        <b>这个站还没有站长。</b>站点第一次启动时印出了一个一次性链接，打开它设好站长账号，就能进来。
      </p>
      <ForInstaller>
        找不到那个链接时，在服务器上运行 <code>mojian setup-link</code>（从源码运行的用 <code>npm run setup-link</code>
        ），会印出一个新的，先前的作废。
      </ForInstaller>
    </div>
  );
}

export function Forbidden({ title }: { title: string }) {
  const { role } = useOffice();
  return (
    <MessageScreen
      title="没有权限"
      text={`这个账号的角色是${roleNames[role]}，不能查看「${title}」。如有需要，请联系站长。`}
    >
      <Link to="/">返回概览</Link>
    </MessageScreen>
  );
}

export function NotFound() {
  return (
    <MessageScreen title="没有这一页" text="地址也许写错了，也许这一页已经搬走。">
      <Link to="/">返回概览</Link>
    </MessageScreen>
  );
}

export function SwitchedOff({ title }: { title: string }) {
  const { may } = useOffice();
  return (
    <MessageScreen title={`${title}已关闭`} text="写过的都还在，打开后恢复显示。">
      {may('settings.change') && (
        <Link className="button button-primary" to="/settings#set-features">
          去「功能」打开
        </Link>
      )}
    </MessageScreen>
  );
}

function MessageScreen({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  useEffect(() => {
    document.title = `${title} · 管理后台`;
  }, [title]);
  return (
    <section className="error-screen" role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      <div>{children}</div>
    </section>
  );
}

/** The admin's empty layout, shown while its first screen loads. */
export function EmptyFrame() {
  return (
    <div className="office" aria-busy="true">
      <div className="office-side" />
      <div className="office-head office-loading" />
    </div>
  );
}
