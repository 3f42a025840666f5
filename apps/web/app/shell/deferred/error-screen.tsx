import { useEffect } from 'react';
import { isRouteErrorResponse, Link, useLocation, useRevalidator, useRouteError } from 'react-router';
import { readToken } from '../../session/token.ts';
import { SiteSeal } from '../../site/site-seal.tsx';

const missing = {
  mark: '四〇四　查无此页',
  title: '页面不存在',
  lines: ['也许是写的人揉掉了，', '也许是你走到了纸的外面。'],
};
const removed = { mark: '四一〇　不再刊出', title: '页面已删除', lines: ['这一页已被主人收起。'] };
const troubled = { mark: '稍后再来', title: '暂时无法访问', lines: ['服务器开小差了，', '请稍后再试。'] };

/** Error boundary of all screens. Needs no data: the site's own may be what failed. */
export function ErrorScreen() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const { mark, title, lines } = wordsFor(error);
  const isTrouble = title === troubled.title;
  useOwnPage(error, pathname);
  return (
    <main id="main" className="wrap error-screen">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <span className="vertical">{mark}</span>
      <div className="error-screen-ring" aria-hidden="true" />
      <div className="error-screen-word stack gap-6">
        <h1>{title}</h1>
        <p className="sub">
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
        <SiteSeal />
      </div>
      <nav className="row justify-center row-wrap gap-3" aria-label="去处">
        {isTrouble && (
          // a plain link reloads, with scripts or without
          <a className="btn btn-seal" href={pathname + search}>
            重试
          </a>
        )}
        <Link className={isTrouble ? 'btn' : 'btn btn-seal'} to="/">
          返回首页
        </Link>
        <Link className="btn" to="/archive">
          查看归档
        </Link>
        {!isTrouble && (
          <Link className="btn" to="/tags">
            查看标签
          </Link>
        )}
      </nav>
    </main>
  );
}

/** Pages are rendered for visitors: an article that is not public is retried once under the session. */
function useOwnPage(error: unknown, pathname: string) {
  const { revalidate } = useRevalidator();
  const mayBeOwn = isRouteErrorResponse(error) && error.status === 404 && /^\/(article|page)\//.test(pathname);
  useEffect(() => {
    if (mayBeOwn && retriedPath !== pathname && readToken()) {
      retriedPath = pathname;
      void revalidate();
    }
  }, [mayBeOwn, pathname, revalidate]);
}

let retriedPath = '';

/** Failures carry texts for readers; other errors do not. */
function wordsFor(error: unknown) {
  if (!isRouteErrorResponse(error)) return troubled;
  if (error.status === 410) return removed;
  if (error.status === 404 || error.status === 400) return missing;
  const text = typeof error.data === 'string' ? error.data : '';
  return text ? { ...troubled, lines: `${text}。`.split(/(?<=，)/) } : troubled;
}
