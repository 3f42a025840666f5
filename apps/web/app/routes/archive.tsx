import { Failure } from '@mojian/contract/platform/failures';
import { Link, type MetaFunction, useLoaderData } from 'react-router';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { HeatMapPicture } from '../features/content/archive/heat-map.tsx';
import { solarTerm } from '../features/content/archive/solar-term.ts';
import { archiveSentence, Years } from '../features/content/archive/years.tsx';
import { readNumber } from '../features/content/tags/choice.ts';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';
import { useHas } from '../site/features-on.ts';
import { Empty } from '../ui/empty.tsx';
import { chinaDay } from '../ui/moment.tsx';

const load = async ({ api, query }: LoadArgs) => {
  const year = readNumber(query, 'year', 9999);
  const archive = await api.articles.archive({ query: { year } });
  if (year && !archive.years.some((counted) => counted.year === year)) throw new Failure('not-found');
  return { archive, year, today: chinaDay(new Date().toISOString()) };
};
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { archive, year } = loaderData;
  const site = siteFrom(matches);
  const counted = archive.years.find((one) => one.year === year);
  return pageMeta({
    site,
    title: counted ? `${year} 年文章归档` : '文章归档',
    description: counted
      ? `${year} 年写下的 ${counted.count} 篇文章，按日子排列。`
      : `${site?.name}的 ${archive.total} 篇文章，按年月排列。`,
    path: counted ? `/archive?year=${year}` : '/archive',
  });
};

export default function ArchiveRoute() {
  const has = useHas();
  const { archive, today } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="wrap archive">
      <header className="page-head">
        <div>
          <h1>归档</h1>
          <p>{archiveSentence(archive, today)}</p>
          {has('series') && (
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
          <Years years={archive.years} />
        </>
      )}
    </main>
  );
}
