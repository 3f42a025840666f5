import { Link } from 'react-router';
import './asks-login.css';

type Props = {
  title: string;
  line: string;
  /** What logging in opens. */
  reason: string;
  /** A place to go to instead. */
  instead: { to: string; words: string };
};

/** The frame of a screen that belongs to members, as everyone else sees it: the pages are rendered for nobody in person. */
export function AsksLogin({ title, line, reason, instead }: Props) {
  return (
    <main id="main" className="wrap asks-login">
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          <p>{line}</p>
        </div>
      </header>
      <section className="sheet" aria-labelledby="asks-login">
        <span className="slip" aria-hidden="true">
          登录后启
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
    </main>
  );
}

/** The shell opens its dialog on this event, as after any refused call. */
function askToLogIn() {
  window.dispatchEvent(new Event('mojian:signed-out'));
}
