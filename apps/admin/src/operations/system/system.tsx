import { Button, Result, Skeleton } from 'antd';
import { exactTime } from '../../platform/day-time.ts';
import { DemoHint } from '../../platform/demo-hint.tsx';
import { Confirm } from '../../platform/form/confirm.tsx';
import { api } from '../../platform/http-api.ts';
import { useAct } from '../../platform/use-act.ts';
import { useCall } from '../../platform/use-call.ts';
import { Logs } from './logs.tsx';
import { Maintenance } from './maintenance.tsx';
import './system.css';

/** The running program: what it runs with, what it wrote down, and the few handles it has. */
export function Component() {
  const { answer, failure, reload } = useCall(api.system.show);
  if (failure && !answer)
    return <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />;
  if (!answer) return <Skeleton active paragraph={{ rows: 10 }} />;
  return (
    <>
      <div className="page-head">
        <h1>系统</h1>
        <p>
          版本 {answer.version}，{exactTime(answer.startedAt)} 启动。
          {answer.newer && <b>有新版 {answer.newer}。</b>}
        </p>
      </div>
      <div className="panels">
        <Maintenance asked={answer.asked} newer={answer.newer} onAsked={reload} />
        <div className="system-side s6">
          <Handles search={answer.search} reload={reload} />
          <section className="card">
            <header>
              <h2>环境</h2>
              <span>密码与密钥不在这里</span>
            </header>
            <dl className="environment in">
              {answer.environment.map(({ name, value, about }) => (
                <div key={name}>
                  <dt>
                    {about}
                    <small>{name}</small>
                  </dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
        <Logs />
      </div>
    </>
  );
}

function Handles({ search, reload }: { search: { indexed: number; articles: number }; reload: () => void }) {
  const { doing, act } = useAct();
  const clear = () =>
    act('clear', async () => {
      await api.system.clearPages();
      return '页面缓存已清空';
    });
  const rebuild = async () => {
    await act('rebuild', async () => `已重建，编入 ${(await api.system.rebuildSearch()).indexed} 篇`);
    reload();
  };
  return (
    <section className="card">
      <header>
        <h2>常用操作</h2>
      </header>
      <ul className="handles in">
        <li>
          <span>
            清空页面缓存
            <small>每个页面下次打开时重新生成，可能稍慢</small>
          </span>
          <DemoHint>
            {(isDemo) => (
              <Button disabled={isDemo} loading={doing === 'clear'} onClick={clear}>
                清空
              </Button>
            )}
          </DemoHint>
        </li>
        <li>
          <span>
            重建检索
            <small>
              编入 {search.indexed} 篇，文章 {search.articles} 篇；重建时照常能搜
            </small>
          </span>
          <DemoHint>
            {(isDemo) => (
              <Confirm title="把全部文章重新编入，文章多时要一会儿。" onConfirm={rebuild}>
                <Button disabled={isDemo} loading={doing === 'rebuild'}>
                  重建
                </Button>
              </Confirm>
            )}
          </DemoHint>
        </li>
      </ul>
    </section>
  );
}
