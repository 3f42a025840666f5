import { Icon } from '@mojian/ui/icon';
import { Button, Result, Skeleton } from 'antd';
import { useEffect } from 'react';
import { api } from '../../platform/http-api.ts';
import { useOffice } from '../../platform/shell/use-office.ts';
import { useCall } from '../../platform/use-call.ts';
import { Categories } from './categories.tsx';
import { Due } from './due.tsx';
import { Figures } from './figures.tsx';
import { Health } from './health.tsx';
import { Ranking } from './ranking.tsx';
import { SaveYear } from './save-year.tsx';
import { Visits } from './visits.tsx';
import { greeting, inWords } from './words.ts';
import { Year } from './year.tsx';
import './overview.css';

const kinds = { search: '搜索', social: '社交', direct: '', site: '网站' };

/** How the site is doing: the first screen of the back office. */
export function Component() {
  const { nickname, may } = useOffice();
  const { answer, failure, reload } = useCall(api.overview.show);
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && reload();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [reload]);

  if (failure && !answer)
    return <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />;
  if (!answer) return <Skeleton active title paragraph={{ rows: 12 }} />;

  const { today, totals, top, sources } = answer;
  return (
    <>
      <div className="page-head">
        <h1>
          {greeting(hourInChina())}，{nickname}
        </h1>
        <p>
          {inWords(today)}。{totals.online > 0 && `此刻在线 ${totals.online} 人。`}
        </p>
        <div className="page-acts">
          <SaveYear {...answer} />
          <Button type="primary" href="/newposts" icon={<Icon name="edit" />}>
            写文章
          </Button>
        </div>
      </div>
      <Figures {...answer} />
      <div className="panels">
        <Visits {...answer} />
        <div className="stack s4">
          <Due {...answer} />
          <Categories {...answer} />
        </div>
        <Ranking
          isWide={!may('system.manage')}
          title="近七天热门文章"
          about="阅读"
          none="这几天还没有人读"
          rows={top.map(({ id, title, path, reads }) => ({ key: String(id), title, href: path, count: reads }))}
        />
        <Ranking
          isWide={!may('system.manage')}
          title="访问来源"
          about="近三十天"
          none="还不知道读者访问来源"
          rows={sources.map(({ kind, host, views }) => ({
            key: `${kind} ${host}`,
            title: host || (kind === 'direct' ? '直接打开' : '别的网站'),
            about: kinds[kind],
            count: views,
          }))}
        />
        {may('system.manage') && <Health />}
        <Year {...answer} />
      </div>
    </>
  );
}

/** As the days are China's, so is the hour that stands beside them. */
function hourInChina() {
  return (new Date().getUTCHours() + 8) % 24;
}
