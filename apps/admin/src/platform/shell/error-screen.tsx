import { Button, Result } from 'antd';
import { useEffect } from 'react';
import { Link, useLocation, useNavigate, useRouteError } from 'react-router';
import { roleNames } from '../../members/members/user-state.tsx';
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
      <Button href={`/?login=${encodeURIComponent(`/admin${pathname}${search}`)}`} type="primary">
        去登录
      </Button>
    );
  if (help === 'reload')
    return (
      <Button type="primary" onClick={() => location.reload()}>
        重新载入
      </Button>
    );
  return (
    <>
      {help === 'go-on' && <Link to="/">返回概览</Link>}
      <a href="/">返回站点</a>
    </>
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
  const navigate = useNavigate();
  const open = (
    <Button type="primary" onClick={() => navigate('/settings#set-features')}>
      去「功能」打开
    </Button>
  );
  return (
    <Result
      status="info"
      title={`${title}已关闭`}
      subTitle="写过的都还在，打开后恢复显示。"
      extra={may('settings.change') ? open : undefined}
    />
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
