import { Failure } from '@mojian/contract/platform/failures';
import { type MetaFunction, useLoaderData } from 'react-router';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { SeriesScreen } from '../features/content/series/series-screen.tsx';
import { useUser } from '../session/session.ts';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';

const load = ({ api, params: { seriesId = '' } }: LoadArgs) => {
  // a single address for each series: no 007, no 1e3
  if (!/^[1-9]\d{0,8}$/.test(seriesId)) return Promise.reject(new Failure('not-found'));
  return api.series.info({ query: { id: Number(seriesId) } });
};
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData: series, matches }) => {
  if (!series) return [];
  const site = siteFrom(matches);
  const { id, name, intro, author, articles, records } = series;
  const url = `${site?.url}/series/${id}`;
  return pageMeta({
    site,
    title: `${name}（专栏）`,
    description: intro || `${author.nickname}的专栏《${name}》，共 ${articles} 篇。`,
    path: `/series/${id}`,
    ...(articles > 0 && { feed: `/feed/series/${id}.xml` }),
    image: records.find(({ cover }) => cover)?.cover ?? '',
    jsonLd: {
      '@type': 'CreativeWorkSeries',
      name,
      url,
      ...(intro && { description: intro }),
      author: { '@type': 'Person', name: author.nickname, url: `${site?.url}/user/${author.id}` },
      dateModified: series.updatedAt,
      hasPart: records.slice(0, 100).map((article, index) => ({
        '@type': 'BlogPosting',
        position: index + 1,
        headline: article.title,
        url: `${site?.url}${article.path}`,
      })),
    },
  });
};

export default function SeriesPageRoute() {
  const series = useLoaderData<typeof loader>();
  return <SeriesScreen series={series} isOwn={useUser()?.id === series.author.id} />;
}
