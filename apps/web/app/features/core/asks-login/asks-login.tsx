import type { Me } from '@mojian/contract/core/sessions';
import { useEffect, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { readUser, useUser, watchUser } from '../../../session/session.ts';
import { readToken } from '../../../session/token.ts';
import { useHas } from '../../../site/features-on.ts';
import { askToLogIn } from './ask-to-log-in.ts';
import './asks-login.css';

type MembersOnlyProps = AsksLoginProps & {
  /** Shown until the session is known. */
  waiting: React.ReactNode;
  children: (me: Me) => React.ReactNode;
};

/** A members' screen. The server renders its frame only; readers with a session never see the login prompt. */
export function MembersOnly({ waiting, children, ...frame }: MembersOnlyProps) {
  const me = useUser();
  const loginState = useLoginState();
  if (me) return children(me);
  if (loginState === 'coming') return waiting;
  return <AsksLogin {...frame} served={loginState === 'served'} />;
}

type AsksLoginProps = {
  title: string;
  line: string;
  /** Why to log in. */
  reason: string;
  /** Alternative link for visitors. */
  instead: { to: string; words: string };
  /** Reading or writing, which a login opens. */
  slip?: '登录可看' | '登录后可写';
  /** Opens the login dialog at once. */
  asksAtOnce?: boolean;
};

/** Login prompt in the frame of a members' screen. CSS hides the `served` one from readers with a session. */
function AsksLogin({
  title,
  line,
  reason,
  instead,
  slip = '登录可看',
  asksAtOnce,
  served = false,
}: AsksLoginProps & { served?: boolean }) {
  useEffect(() => {
    if (asksAtOnce && !served) askToLogIn();
  }, [asksAtOnce, served]);
  return (
    <MembersFrame title={title} line={line}>
      <section className={served ? 'sheet asks-login-served' : 'sheet'} aria-labelledby="asks-login">
        <span className="slip" aria-hidden="true">
          {slip}
        </span>
        <div className="ruled-paper">
          <h2 id="asks-login">请先登录</h2>
          <p>{reason}</p>
          <noscript>
            <p>登录要用到脚本，请在浏览器里允许它。</p>
          </noscript>
        </div>
        <p className="asks-login-ways row row-wrap gap-3">
          <button className="btn btn-seal scripted" type="button" onClick={askToLogIn}>
            登录
          </button>
          <Link className="btn" to={instead.to}>
            {instead.words}
          </Link>
        </p>
      </section>
    </MembersFrame>
  );
}

type MembersFrameProps = { title: string; line: string; children?: React.ReactNode };

/** Header of a members' screen around its content. */
export function MembersFrame({ title, line, children }: MembersFrameProps) {
  return (
    <main id="main" className="wrap asks-login">
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          <p>{line}</p>
        </div>
      </header>
      {children}
    </main>
  );
}

/** `served` during SSR and hydration, `coming` while the token's member is loaded. */
export type LoginState = 'served' | 'visitor' | 'coming' | 'member';

export function useLoginState(): LoginState {
  return useSyncExternalStore(watchUser, readLoginState, () => 'served');
}

function readLoginState(): LoginState {
  if (readUser()) return 'member';
  return readToken() ? 'coming' : 'visitor';
}

/** Link offered to visitors on a members' screen: the board, or the home page while it is off. */
export function useElsewhere() {
  return useHas()('board') ? { to: '/message', words: '查看留言板' } : { to: '/', words: '返回首页' };
}
