import type { ArticleReadings } from '@mojian/contract/operations/office';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { api } from '../../platform/http-api.ts';
import { LinkButton } from '../../platform/listing/actions.tsx';
import { Chart } from './chart.tsx';
import { formatNumber, lastDays } from './overview-format.ts';
import { DayTable, ExportDays } from './visits.tsx';
import './article-readings.css';

export const loader = ({ params }: LoaderFunctionArgs) => api.readings.article({ query: { id: params.id ?? '' } });

/** Reads of one article: a chart of ninety days, and every month. */
export function Component() {
  const article = useLoaderData<typeof loader>();
  const days = lastDays(article.today, article.days.length);
  return (
    <>
      <div className="page-head">
        <h1>
          <a href={article.path}>{article.title}</a>
        </h1>
        <p>一共被读了 {formatNumber(article.views)} 次</p>
        <div className="page-acts">
          <LinkButton to="/readings">读得最多</LinkButton>
          <ExportDays name={`阅读-${article.id}`} days={days} columns={[{ title: '阅读', values: article.days }]} />
        </div>
      </div>
      <div className="panels">
        <section className="card panels-8">
          <header>
            <h2>近九十天</h2>
          </header>
          <div className="card-body">
            <Chart
              label={`《${article.title}》近九十天的阅读`}
              days={days}
              lines={[{ name: 'views', title: '阅读', values: article.days }]}
            />
            <DayTable days={days} columns={[{ title: '阅读', values: article.days }]} />
          </div>
        </section>
        <Months {...article} />
      </div>
    </>
  );
}

function Months({ months }: Pick<ArticleReadings, 'months'>) {
  const most = Math.max(1, ...months.map(({ reads }) => reads));
  return (
    <section className="card panels-4">
      <header>
        <h2>每月</h2>
      </header>
      {months.length === 0 ? (
        <p className="empty-note">还没有人读</p>
      ) : (
        <ol className="article-readings-months card-body">
          {months.map(({ month, reads }) => (
            <li key={month}>
              <span>{month}</span>
              <meter min={0} max={most} value={reads} aria-label={`${month} 的阅读`} />
              <b>{formatNumber(reads)}</b>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
