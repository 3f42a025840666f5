import { solarTerm } from '@mojian/contract/platform/chinese-calendar';
import { Failure } from '@mojian/contract/platform/failures';
import { Link, type MetaFunction, useLoaderData } from 'react-router';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { ArchiveRail } from '../features/content/archive/archive-rail.tsx';
import { HeatMapPicture } from '../features/content/archive/heat-map.tsx';
import { archiveAddress } from '../features/content/archive/opened.ts';
import { archiveSentence, Years } from '../features/content/archive/years.tsx';
import { readNumber } from '../features/content/tags/choice.ts';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';
import { Empty } from '../ui/empty.tsx';
import { dayInChina } from '../ui/moment.tsx';

const load = async ({ api, query }: LoadArgs) => {
  const year = readNumber(query, 'year', 9999);
  const month = readNumber(query, 'month', 12);
  const page = readNumber(query, 'page', 100_000) ?? 1;
  if (month && !year) throw new Failure('not-found');
  const [archive, series, categories] = await Promise.all([
    api.articles.archive({ query: { year, month, pageNo: page } }),
    api.series.list().catch(() => []), // switched off
    api.categories.list(),
  ]);
  const counted = archive.years.find((one) => one.year === year);
  const shown = counted?.months.find((one) => one.month === month);
  if ((year && !counted) || (month && !shown?.articles.length) || (page > 1 && !month)) throw new Failure('not-found');
  const ways = { series: series.length, categories: categories.length };
  const today = dayInChina(new Date().toISOString());
  return { archive, year, month, page, count: (shown ?? counted)?.count, ways, today };
};
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { archive, year, month, page, count } = loaderData;
  const site = siteFrom(matches);
  const span = year && (month ? `${year} 年 ${month} 月` : `${year} 年`);
  return pageMeta({
    site,
    title: span ? `${span}文章归档${page > 1 ? `（第 ${page} 页）` : ''}` : '文章归档',
    description: span
      ? `${span}写下的 ${count} 篇文章，按日子排列。`
      : `${site?.name}的 ${archive.total} 篇文章，按年月排列。`,
    path: archiveAddress({ year, month, page }),
  });
};

export default function ArchiveRoute() {
  const { archive, year, ways, today } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="wrap archive">
      <header className="page-head">
        <div>
          <h1>归档</h1>
          <p>{archiveSentence(archive, today)}</p>
          {ways.series > 0 && (
            <p className="archive-by-series">
              <Link to="/series">按专栏读</Link>
            </p>
          )}
        </div>
        <span className="vertical" aria-hidden="true">
          {solarTerm(today)}
        </span>
      </header>
      {archive.total === 0 ? (
        <Empty title="还没有文章">
          <p>第一篇写好，就从这里记起。</p>
        </Empty>
      ) : (
        <>
          <HeatMapPicture days={archive.days} today={today} />
          <div className="cols">
            <section>
              <Years years={archive.years} />
            </section>
            <ArchiveRail archive={archive} today={today} year={year} {...ways} />
          </div>
        </>
      )}
    </main>
  );
}
