import type { Me } from '@mojian/contract/core/sessions';
import { useEffect, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { readToken, readUser, useUser, watchUser } from '../../../session/session.ts';
import { askToLogIn } from './ask-to-log-in.ts';
import './asks-login.css';

type MembersOnlyProps = AsksLoginProps & {
  /** Shown while it is not yet known who the member is. */
  waiting: React.ReactNode;
  children: (me: Me) => React.ReactNode;
};

/**
 * A screen that belongs to members. The server sends its frame, the same for all; who has a session never gets to see
 * the request to log in.
 */
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
  /** What logging in opens. */
  reason: string;
  /** A place to go to instead. */
  instead: { to: string; words: string };
  /** Opens the login dialog as well, without being pressed. */
  asksAtOnce?: boolean;
};

/**
 * The frame of a screen that belongs to members, as everyone else sees it: the pages are rendered for nobody in person.
 * As it was `served` it is not shown to who has a session.
 */
function AsksLogin({
  title,
  line,
  reason,
  instead,
  asksAtOnce,
  served = false,
}: AsksLoginProps & { served?: boolean }) {
  useEffect(() => {
    if (asksAtOnce && !served) askToLogIn();
  }, [asksAtOnce, served]);
  return (
    <MembersFrame title={title} line={line}>
      <section className={served ? 'sheet served' : 'sheet'} aria-labelledby="asks-login">
        <span className="slip" aria-hidden="true">
          登录可看
        </span>
        <div className="letter">
          <h2 id="asks-login">请先登录</h2>
          <p>{reason}</p>
          <noscript>
            <p>登录要用到脚本，请在浏览器里允许它。</p>
          </noscript>
        </div>
        <p className="ways">
          <button className="btn seal-b scripted" type="button" onClick={askToLogIn}>
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

/** The head of a screen that belongs to members, the same for all, and the one sheet below it. */
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

/**
 * Who is there: `served` on the server and while its page is taken over, `coming` while the browser asks whose its token
 * is.
 */
export type LoginState = 'served' | 'visitor' | 'coming' | 'member';

export function useLoginState(): LoginState {
  return useSyncExternalStore(watchUser, readLoginState, () => 'served');
}

function readLoginState(): LoginState {
  if (readUser()) return 'member';
  return readToken() ? 'coming' : 'visitor';
}
