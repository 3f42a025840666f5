import { Link } from 'react-router';
import { Empty } from '../../../ui/empty.tsx';

/** Whether it ran out, was taken back or never was: the same is said. */
export function LostDraft() {
  return (
    <main id="main" className="wrap lost-draft">
      <title>链接已经失效</title>
      <meta name="robots" content="noindex" />
      <h1 className="vh">链接已经失效</h1>
      <Empty drawing="leaf" title="这个链接已经失效">
        <p>也许到期了，也许作者把它收了回去。想接着读，可以向作者要一个新的。</p>
        <Link className="btn seal-b" to="/">
          返回首页
        </Link>
      </Empty>
    </main>
  );
}
