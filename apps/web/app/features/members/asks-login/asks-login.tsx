import { useEffect } from 'react';
import { Link } from 'react-router';
import { askToLogIn } from './ask-to-log-in.ts';
import { MembersFrame } from './members-frame.tsx';

export type AsksLoginProps = {
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
export function AsksLogin({
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
