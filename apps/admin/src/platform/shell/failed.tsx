import { Button } from 'antd';
import { Link, useLocation, useRouteError } from 'react-router';
import { Plain } from './plain.tsx';
import { type Trouble, whatFailed } from './what-failed.ts';

/** Instead of a screen that could not be shown: what keeps it, and what helps. */
export function Failed() {
  const { title, text, help } = whatFailed(useRouteError(), navigator.onLine);
  return (
    <Plain title={title} text={text}>
      <Help help={help} />
    </Plain>
  );
}

function Help({ help }: Pick<Trouble, 'help'>) {
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
