import type { Overview } from '@mojian/contract/operations/office';
import { waitingAddress, waitingPlaces } from '@mojian/contract/operations/waiting';
import { Icon } from '@mojian/ui/icon';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import { Figures, Year } from './figures.tsx';
import { Health } from './health.tsx';
import { dateInWords, formatNumber, greeting, lastDays, timeAgo } from './overview-format.ts';
import { daysIn, ExportDays, Visits } from './visits.tsx';
import './overview.css';

const sourceKinds = { search: '搜索', social: '社交', direct: '', site: '网站' };

export function Component() {
  const { nickname, may } = useOffice();
  const { answer, failure, reload } = useAnswer(['overview'], () => api.overview.show(), {
    refetchOnWindowFocus: 'always',
  });

  if (failure && !answer)
    return (
      <div className="overview-failure" role="alert">
        <h2>{failure}</h2>
        <button className="button" type="button" onClick={reload}>
          重试
        </button>
      </div>
    );
  if (!answer) return <div className="overview-waiting" aria-busy="true" />;

  const { today, totals } = answer;
  return (
    <>
      <div className="page-head">
        <h1>
          {greeting(hourInChina())}，{nickname}
        </h1>
        <p>
          {dateInWords(today)}。{totals.online > 0 && `此刻在线 ${totals.online} 人。`}
        </p>
        <div className="page-acts">
          <ExportYear {...answer} />
          <a className="button button-primary" href="/newposts">
            <Icon name="edit" />
            写文章
          </a>
        </div>
      </div>
      <Figures {...answer} />
      <div className="panels">
        <Visits {...answer} />
        <div className="overview-stack panels-4">
          <WaitingCard {...answer} />
          <CategoryShares {...answer} />
        </div>
        <Rankings {...answer} />
        {may('system.manage') && <Health />}
        <Year {...answer} />
      </div>
    </>
  );
}

const rangeNames: Record<number, string> = { 7: '近七天', 30: '近三十天', 365: '近一年' };

function Rankings({ top, sources }: Overview) {
  const isWide = !useOffice().may('system.manage');
  const days = daysIn(useSearchParams()[0]);
  const articles = top.find((one) => one.days === days)?.articles ?? [];
  return (
    <>
      <Ranking
        isWide={isWide}
        title={`${rangeNames[days] ?? ''}读得最多`}
        about={<Link to={`/readings?span=${days}`}>更多</Link>}
        none="这段时间还没有人读"
        rows={articles.map(({ id, title, path, reads }) => ({ key: String(id), title, href: path, count: reads }))}
      />
      <Ranking
        isWide={isWide}
        title="访问来源"
        about="近三十天"
        none="还不知道读者访问来源"
        rows={sources.map(({ kind, host, views }) => ({
          key: `${kind} ${host}`,
          title: host || (kind === 'direct' ? '直接打开' : '别的网站'),
          about: sourceKinds[kind],
          count: views,
        }))}
      />
    </>
  );
}

function hourInChina() {
  return (new Date().getUTCHours() + 8) % 24;
}

type Kind = Overview['waiting'][number]['kind'];

const titles: Record<Kind, string> = {
  articles: '文章待审核',
  comments: '评论待审核',
  says: '说说待审核',
  board: '留言待审核',
  chat: '聊天待审核',
  links: '友链申请',
  applications: '注册申请',
  feedback: '意见反馈',
  reports: '举报',
  lostLinks: '失联友链',
};

function WaitingCard({ waiting }: Pick<Overview, 'waiting'>) {
  const { may } = useOffice();
  const mine = waiting.filter(({ kind }) => may(waitingPlaces[kind].permission));
  const total = mine.reduce((all, { count }) => all + count, 0);
  return (
    <section className="card">
      <header>
        <h2>待处理</h2>
        <span>{total} 件</span>
      </header>
      {mine.length === 0 ? (
        <p className="empty-note">没有待处理的事</p>
      ) : (
        <ul className="rows overview-waits">
          {mine.map(({ kind, count, newest, words }) => (
            <li key={kind}>
              <Link to={waitingAddress(kind)}>
                <b>{count}</b>
                <span>
                  {titles[kind]}
                  <small>{words}</small>
                </span>
                <time dateTime={newest}>{timeAgo(newest)}</time>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const inks = 5;

/** The five largest categories in their own shades, the rest as one. */
function CategoryShares({ categories }: Pick<Overview, 'categories'>) {
  const total = categories.reduce((sum, { articles }) => sum + articles, 0);
  const sorted = categories.toSorted((a, b) => b.articles - a.articles);
  const rest = sorted.slice(inks).reduce((sum, { articles }) => sum + articles, 0);
  const shown = [...sorted.slice(0, inks), ...(rest > 0 ? [{ id: 0, name: '其余', articles: rest }] : [])];
  return (
    <section className="card">
      <header>
        <h2>分类</h2>
        <span>{total} 篇</span>
      </header>
      {total === 0 ? (
        <p className="empty-note">还没有分类的文章</p>
      ) : (
        <div className="card-body">
          <div className="overview-shares" aria-hidden="true">
            {shown.map(({ id, articles }, index) => (
              <i key={id} className={`overview-ink-${index}`} style={{ flexGrow: articles }} />
            ))}
          </div>
          <ul className="overview-shares-legend">
            {shown.map(({ id, name, articles }, index) => (
              <li key={id}>
                <i className={`overview-ink-${index}`} />
                <b title={name}>{name}</b>
                <span>{articles}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

type Ranked = { key: string; title: string; about?: string; href?: string; count: number };

type Props = { title: string; about: React.ReactNode; rows: Ranked[]; none: string; isWide: boolean };

function Ranking({ title, about, rows, none, isWide }: Props) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <section className={`card ${isWide ? 'panels-6' : 'panels-4'}`}>
      <header>
        <h2>{title}</h2>
        <span>{about}</span>
      </header>
      {rows.length === 0 ? (
        <p className="empty-note">{none}</p>
      ) : (
        <ol className="overview-ranking card-body">
          {rows.map((row, index) => (
            <li key={row.key}>
              <span className="overview-ranking-place">{index + 1}</span>
              {row.href ? (
                <a href={row.href}>{row.title}</a>
              ) : (
                <span className="overview-ranking-name">{row.title}</span>
              )}
              {row.about && <small>{row.about}</small>}
              <span className="overview-ranking-count">{formatNumber(row.count)}</span>
              <i style={{ width: `${(row.count / most) * 100}%` }} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

const columns = {
  views: '浏览',
  visitors: '访客',
  reads: '阅读',
  comments: '评论',
  members: '新成员',
  articles: '文章',
};

function ExportYear({ series, today }: Pick<Overview, 'series' | 'today'>) {
  const names = Object.entries(columns) as [keyof typeof columns, string][];
  return (
    <ExportDays
      name={`概览-${today}`}
      days={lastDays(today, series.views.length)}
      columns={names.map(([name, title]) => ({ title, values: series[name] }))}
    />
  );
}
