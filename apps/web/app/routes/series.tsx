import { type MetaFunction, useLoaderData } from 'react-router';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { SeriesList } from '../features/content/series/series-list.tsx';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';

const load = ({ api }: LoadArgs) => api.series.list();
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const site = siteFrom(matches);
  return pageMeta({
    site,
    title: '文章专栏',
    description: `${site?.name}的 ${loaderData.length} 个专栏，一篇接一篇地读。`,
    path: '/series',
    jsonLd: {
      '@type': 'CollectionPage',
      name: '文章专栏',
      url: `${site?.url}/series`,
      hasPart: loaderData.map(({ id, name }) => ({
        '@type': 'CreativeWorkSeries',
        name,
        url: `${site?.url}/series/${id}`,
      })),
    },
  });
};

export default function SeriesRoute() {
  return <SeriesList series={useLoaderData<typeof loader>()} />;
}
